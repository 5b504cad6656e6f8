import { ActForm } from '#app/ui/ActForm.tsx'

interface Props {
  list: { id: string; name: string }
  nextId: string
}

/** In place of the open items when there are none left. The receipt's button in the footer stands out then. */
export function AllDone({ list, nextId }: Props) {
  return (
    <section className="all-done card" id="items">
      <h2>All done</h2>
      <div>
        <ActForm action={`/duplicate-list/${list.id}`} nextId={nextId} fields={{ name: list.name }}>
          <button type="submit" className="button quiet">
            Start again from this list
          </button>
        </ActForm>
        <ActForm action={`/clear-done/${list.id}`}>
          <button type="submit" className="button quiet">
            Clear done
          </button>
        </ActForm>
      </div>
    </section>
  )
}
