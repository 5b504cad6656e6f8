import { AccountForm, newPasswordField, type Result, useMessage } from '#app/ui/AccountForm.tsx'
import { AccountPage } from '#app/ui/AccountPage.tsx'
import { account } from '#app/words/en/account.ts'
import { useWords } from '#app/words/useWords.ts'

export function TakeOver({ email, result }: { email: string; result: Result | undefined }) {
  const words = useWords(account)
  return (
    <AccountPage title={words.didNotRegister} message={useMessage(result)}>
      <p className="lead">{words.takeOver}</p>
      <AccountForm
        fields={[newPasswordField(words)]}
        submit={words.reset}
        submitting={words.resetting}
        failure={result}
      >
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      </AccountForm>
    </AccountPage>
  )
}
