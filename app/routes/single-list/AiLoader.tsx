import type { RecipeProgress } from '#app/protocol/recipeReply.ts'
import { Button } from '#app/ui/Button.tsx'
import { list } from '#app/words/en/list.ts'
import { useWords } from '#app/words/useWords.ts'

export function AiLoader({ progress, onCancel }: { progress: RecipeProgress; onCancel(): void }) {
  const words = useWords(list)

  function cancel() {
    onCancel()
    // The focused Cancel button disappears with the loader.
    document.querySelector<HTMLElement>('.ai .ask')?.focus({ preventScroll: true })
  }

  return (
    <div className="ai-loader card" aria-busy="true">
      <i aria-hidden="true" />
      <p role="status">{progress.text}</p>
      <small>{progress.names}</small>
      <small>{progress.waited}</small>
      <Button type="button" variant="quiet" onClick={cancel}>
        {words.cancel}
      </Button>
    </div>
  )
}
