import type { Act } from '#app/acts/acts.ts'
import { clearDoneForm, untickAllForm } from '#app/acts/allItems.ts'
import { duplicateListForm } from '#app/acts/lists.ts'
import type { Row } from '#app/acts/row.ts'
import { loadedWhenIdle } from '#app/browser/loadedWhenIdle.ts'
import { showFailure } from '#app/browser/messages.ts'
import { openShareSheet } from '#app/browser/shareSheet.ts'
import { useNeedsConnection } from '#app/browser/useNeedsConnection.ts'
import {
  aislesPath,
  copyPath,
  currencyPath,
  listPath,
  recentPath,
  spendingPath,
} from '#app/protocol/paths.ts'
import { ActForm } from '#app/ui/ActForm.tsx'
import { useListAccess } from '#app/ui/listAccess.ts'
import { Menu } from '#app/ui/Menu.tsx'
import { PageLink } from '#app/ui/PageLink.tsx'
import { plainText } from '#app/words/amounts.ts'
import { list as listWords } from '#app/words/en/list.ts'
import { useReader, useWords } from '#app/words/useWords.ts'
import { usePageData } from './pageData.ts'
import type { DialogName } from './useListDialogs.ts'
import { ViewChoice } from './ViewChoice.tsx'

const ScreenOn = loadedWhenIdle(async () => (await import('./ScreenOn.tsx')).ScreenOn)

export function ListMenu({ rows, onOpen }: { rows: Row[]; onOpen(dialog: DialogName): void }) {
  const words = useWords(listWords)
  const reader = useReader()
  const { list, nextId, sorting } = usePageData()
  const access = useListAccess()
  const { may, quickAdd } = access
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
    if (!(await openShareSheet({ title: list.name, text: plainText(reader, list.name, rows) })))
      onOpen('text')
  }

  const act = (act: (id: string) => Act, text: string, more: object = {}) => (
    <ActForm act={act} {...more}>
      <button type="submit" {...needsConnection(text)}>
        {text}
      </button>
    </ActForm>
  )

  return (
    <Menu label={words.more}>
      {may('own') && link('rename', words.rename, undefined, needsConnection(words.rename))}
      {may('edit') && (
        <PageLink to={quickAdd} {...needsConnection(words.paste)}>
          {words.paste}
        </PageLink>
      )}
      <PageLink to={recentPath(list.id)} {...needsConnection(words.recent)}>
        {words.recent}
      </PageLink>
      <PageLink to={spendingPath({ listID: list.id })} {...needsConnection(words.pastTrips)}>
        {words.pastTrips}
      </PageLink>
      <ViewChoice />
      {sorting?.order && (
        <PageLink to={aislesPath(list.id)} {...needsConnection(sorting.order)}>
          {sorting.order}
        </PageLink>
      )}
      <hr />
      <ScreenOn />
      <button type="button" className="needs-script" onClick={() => print()}>
        {words.print}
      </button>
      {rows.length > 0 && link('text', words.shareText, share)}
      {act((id) => duplicateListForm(access, id, 'list'), words.duplicate, { nextId })}
      {rows.some(({ completed }) => !completed) && (
        <PageLink to={copyPath(list.id)} {...needsConnection(words.copyOpen)}>
          {words.copyOpen}
        </PageLink>
      )}
      {canClear && (
        <>
          <hr />
          {act(() => untickAllForm(access), words.untickAll)}
          {act(() => clearDoneForm(access), words.clearDone, { onRefused: showFailure })}
        </>
      )}
      {may('own') && (
        <>
          <hr />
          <PageLink to={currencyPath(list.id)} {...needsConnection(words.currency)}>
            {words.currency}
          </PageLink>
        </>
      )}
      <button type="button" className="needs-script keys-help" onClick={() => onOpen('keys')}>
        {words.shortcuts}
      </button>
    </Menu>
  )
}
