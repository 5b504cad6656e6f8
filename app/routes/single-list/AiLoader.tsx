import { plural } from '#app/messages/format.ts'
import { Button } from '#app/ui/Button.tsx'

export function AiLoader({ found, onCancel }: { found: number; onCancel(): void }) {
  function cancel() {
    onCancel()
    // The focused Cancel button disappears with the loader.
    document.querySelector<HTMLElement>('.ai .ask')?.focus({ preventScroll: true })
  }

  return (
    <div className="ai-loader card" aria-busy="true">
      <i aria-hidden="true" />
      <p role="status">
        {found === 0 ? 'Looking for ingredients…' : `${plural(found, 'ingredient')} found so far…`}
      </p>
      <Button type="button" variant="quiet" onClick={cancel}>
        Cancel
      </Button>
    </div>
  )
}
