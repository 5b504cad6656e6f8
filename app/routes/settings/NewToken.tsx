import { CopyField } from '#app/ui/CopyField.tsx'

/** The only time a token is shown. */
export function NewToken({ name, token }: { name: string; token: string }) {
  const label = (
    <>
      Token for <b>{name}</b>. Copy it now: it won't be shown again.
    </>
  )
  return <CopyField label={label} value={token} />
}
