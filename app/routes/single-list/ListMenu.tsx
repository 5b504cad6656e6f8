import { Link } from '@remix-run/react'
import { clearDone } from '#app/acts/clearDone.ts'
import type { Row } from '#app/acts/row.ts'
import { untickAll } from '#app/acts/untickAll.ts'
import { useNeedsConnection } from '#app/offline/page/useNeedsConnection.ts'
import { listPath, recentPath } from '#app/protocol/paths.ts'
import { ActForm } from '#app/ui/ActForm.tsx'
import { useListAccess } from '#app/ui/listAccess.ts'
import { Menu } from '#app/ui/Menu.tsx'
import { shareText } from './shareText.ts'
import type { DialogName } from './useListDialogs.ts'

interface Props {
  list: { id: string; name: string }
  rows: Row[]
  nextId: string
  onOpen(dialog: DialogName): void
}

export function ListMenu({ list, rows, nextId, onOpen }: Props) {
  const { may, quickAdd } = useListAccess()
  const needsConnection = useNeedsConnection()
  const canClear = may('editAll') && rows.some((row) => row.completed)

  function link(dialog: DialogName, text: string, open = () => onOpen(dialog), more = {}) {
    return (
      <a
        href={`${listPath(list.id)}&dialog=${dialog}`}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey) return
          event.preventDefault()
          open()
        }}
        {...more}
      >
        {text}
      </a>
    )
  }

  async function share() {
    const isShared = await shareText(list.name, rows)
    if (!isShared) onOpen('text')
  }

  return (
    <Menu label="More">
      {may('own') && link('rename', 'Rename', undefined, needsConnection('Rename'))}
      <ActForm action={`/duplicate-list/${list.id}`} nextId={nextId}>
        <button type="submit" {...needsConnection('Duplicate')}>
          Duplicate
        </button>
      </ActForm>
      {canClear && (
        <ActForm action={untickAll.path(list.id)}>
          <button type="submit" {...needsConnection('Untick all')}>
            Untick all
          </button>
        </ActForm>
      )}
      {canClear && (
        <ActForm action={clearDone.path(list.id)}>
          <button type="submit" {...needsConnection('Clear done')}>
            Clear done
          </button>
        </ActForm>
      )}
      {may('edit') && (
        <Link to={quickAdd} {...needsConnection('Paste a list')}>
          Paste a list
        </Link>
      )}
      <Link to={recentPath(list.id)} {...needsConnection('Recent changes')}>
        Recent changes
      </Link>
      <button type="button" className="needs-script" onClick={() => print()}>
        Print
      </button>
      {rows.length > 0 && link('text', 'Share as text', share)}
      <button type="button" className="needs-script keys-help" onClick={() => onOpen('keys')}>
        Keyboard shortcuts
      </button>
    </Menu>
  )
}
