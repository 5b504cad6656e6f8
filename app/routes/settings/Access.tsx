import { settings } from '#app/words/en/settings.ts'
import { useWords } from '#app/words/useWords.ts'
import { Part } from './Part.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { Sessions } from './Sessions.tsx'

export function Access({ open }: { open: boolean }) {
  return (
    <Part title={useWords(settings).passwordAndBrowsers} open={open}>
      <PasswordForm />
      <Sessions />
    </Part>
  )
}
