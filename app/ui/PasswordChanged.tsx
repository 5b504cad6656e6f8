import { Link } from '@remix-run/react'
import { useEffect } from 'react'
import { SECONDS_UNTIL_LOGIN } from '#app/domain/limitsAndLifetimes.ts'
import { SECOND } from '#app/domain/time.ts'
import { account } from '#app/words/en/account.ts'
import { useWords } from '#app/words/useWords.ts'
import { AccountPage } from './AccountPage.tsx'

export function PasswordChanged({ message }: { message: string }) {
  const words = useWords(account)
  return (
    <AccountPage key="done" title={words.resetTitle} focusTitle>
      <p className="lead" role="status">
        {message}
      </p>
      <Link className="button wide" to="/start" reloadDocument>
        {words.goToLists}
      </Link>
    </AccountPage>
  )
}

export function useRedirectToLogin(isOver: boolean) {
  useEffect(() => {
    if (!isOver) return
    // A new document, because the account may read another language than this one has.
    const timer = setTimeout(() => location.assign('/login'), SECONDS_UNTIL_LOGIN * SECOND)
    return () => clearTimeout(timer)
  }, [isOver])
}
