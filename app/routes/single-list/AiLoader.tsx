import { Button } from '#app/ui/Button.tsx'
import { list } from '#app/words/en/list.ts'
import { useWords } from '#app/words/useWords.ts'

export function AiLoader({ found, onCancel }: { found: number; onCancel(): void }) {
  const words = useWords(list)

  function cancel() {
    onCancel()
    // The focused Cancel button disappears with the loader.
    document.querySelector<HTMLElement>('.ai .ask')?.focus({ preventScroll: true })
  }

  return (
    <div className="ai-loader card" aria-busy="true">
      <i aria-hidden="true" />
      <p role="status">{found === 0 ? words.looking : words.found({ n: found })}</p>
      <Button type="button" variant="quiet" onClick={cancel}>
        {words.cancel}
      </Button>
    </div>
  )
}
