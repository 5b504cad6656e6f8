import { Link } from '@remix-run/react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Message } from '#app/browser/messages.ts'
import { common } from '#app/words/en/common.ts'
import { useWords } from '#app/words/useWords.ts'
import { ACCOUNT_FORM } from './AccountForm.tsx'
import dark from './art/pantry-dark.svg'
import light from './art/pantry-light.svg'
import { Brand } from './Brand.tsx'
import { LanguageChoice } from './LanguageChoice.tsx'
import { MessageSlot, MiddleOfBar } from './Messages.tsx'
import { ThemeToggle } from './ThemeToggle.tsx'

interface Props {
  title: string
  message?: Message
  focusTitle?: boolean
  /** The page has an AccountForm: another language keeps what is typed there. */
  hasForm?: boolean
  children: ReactNode
}

export function AccountPage({ title, message, focusTitle, hasForm, children }: Props) {
  const words = useWords(common)
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    if (focusTitle) heading.current?.focus()
  }, [focusTitle])

  return (
    <div className="account">
      <header>
        <Link to="/landing" aria-label={words.home}>
          <Brand />
        </Link>
        <MiddleOfBar />
        <MessageSlot own={message} />
        <ThemeToggle />
      </header>
      <main>
        <div className="card">
          <div className="picture">
            <img className="when-light" src={light} alt="" width="560" height="460" loading="lazy" />
            <img className="when-dark" src={dark} alt="" width="560" height="460" loading="lazy" />
          </div>
          <div className="text">
            <h1 ref={heading} tabIndex={focusTitle ? -1 : undefined}>
              {title}
            </h1>
            {children}
          </div>
        </div>
      </main>
      <LanguageChoice form={hasForm ? ACCOUNT_FORM : undefined} />
    </div>
  )
}
