import { Plus, Trash2 } from 'lucide'
import type { ReactNode } from 'react'
import { deleteAllForm } from '#app/acts/allItems.ts'
import type { Row } from '#app/acts/row.ts'
import { loadedWhenIdle } from '#app/browser/loadedWhenIdle.ts'
import { showFailure } from '#app/browser/messages.ts'
import { useNeedsConnection } from '#app/browser/useNeedsConnection.ts'
import { ActForm } from '#app/ui/ActForm.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { useListAccess } from '#app/ui/listAccess.ts'
import { MessageSlot } from '#app/ui/Messages.tsx'
import { ReachStatus } from '#app/ui/offline/ReachStatus.tsx'
import { PageLink } from '#app/ui/PageLink.tsx'
import { list } from '#app/words/en/list.ts'
import { useWords } from '#app/words/useWords.ts'
import { OpenForm } from './OpenForm.tsx'
import { usePageData } from './pageData.ts'
import { isNewList } from './QuickAdd.tsx'
import { ReceiptButton } from './ReceiptButton.tsx'
import { Total } from './Total.tsx'
import type { DialogName } from './useListDialogs.ts'

const AtHome = loadedWhenIdle(async () => (await import('./AtHome.tsx')).AtHome, true)

interface Props {
  rows: Row[]
  children: ReactNode
  onOpen(dialog: DialogName): void
}

/** In thumb's reach: the latest message, the line for adding, the total and the actions for the whole list. */
export function Footer({ rows, children, onOpen }: Props) {
  const words = useWords(list)
  const data = usePageData()
  const access = useListAccess()
  const needsConnection = useNeedsConnection()
  const { may } = access
  return (
    <footer className={isNewList(rows) ? 'list-actions roomy' : 'list-actions'}>
      <ReachStatus name={data.list.name} data={data} onOpen={() => onOpen('changes')} />
      <MessageSlot below={(atHome) => <AtHome offer={atHome} />} />
      {children}
      <div className="strip">
        {may('editAll') && (
          <ActForm act={() => deleteAllForm(access)} onSend={focusAddItem} onRefused={showFailure}>
            <button
              type="submit"
              className="button danger"
              aria-label={words.deleteAll}
              disabled={rows.length === 0}
              {...needsConnection(words.deleteAll)}
            >
              <Icon of={Trash2} />
              <span className="wide-only">{words.deleteAll}</span>
            </button>
          </ActForm>
        )}
        <Total rows={rows} />
        {may('edit') && !may('seeAll') && (
          <PageLink className="button plain paste" to={access.quickAdd}>
            {words.paste}
          </PageLink>
        )}
        <div className="buttons">
          {may('edit') && (
            <OpenForm dialog="add" onOpen={onOpen}>
              <button type="submit" className="button plain add-item">
                <Icon of={Plus} />
                {words.addItem}
              </button>
            </OpenForm>
          )}
          <ReceiptButton onOpen={onOpen} />
        </div>
      </div>
    </footer>
  )
}

/** The button that deletes all is disabled on an empty list. */
const focusAddItem = () => document.querySelector<HTMLElement>('.add-item')?.focus()
