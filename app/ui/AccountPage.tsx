import { Link } from '@remix-run/react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Message } from '#app/domain/flashes.ts'
import dark from './art/landing-dark.svg'
import light from './art/landing-light.svg'
import { Brand } from './Brand.tsx'
import { FlashMessage } from './Messages.tsx'
import { ThemeToggle } from './ThemeToggle.tsx'

interface Props {
  title: string
  said?: Message | undefined
  /** The page took another's place without being asked for: its title takes the focus. */
  announced?: boolean
  children: ReactNode
}

/** The frame of the screens around an account: one card, and the way back to the start. */
export function AccountPage({ title, said, announced, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    if (announced) heading.current?.focus()
  }, [announced])

  return (
    <>
      {said && <FlashMessage message={said} />}
      <div className="account">
        <header>
          <Link to="/landing" aria-label="Larder, to the first page">
            <Brand />
          </Link>
          <ThemeToggle />
        </header>
        <main>
          <div className="card">
            <div className="picture">
              <img className="when-light" src={light} alt="" width="560" height="460" loading="lazy" />
              <img className="when-dark" src={dark} alt="" width="560" height="460" loading="lazy" />
            </div>
            <div className="words">
              <h1 ref={heading} tabIndex={announced ? -1 : undefined}>
                {title}
              </h1>
              {children}
            </div>
          </div>
        </main>
      </div>
    </>
  )
}
