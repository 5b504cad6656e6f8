import type { ReactElement, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { pendingAct, withPending } from '#app/acts/acts.ts'
import { type Row, textToRows } from '#app/acts/row.ts'
import { hasRight, type Role } from '#app/domain/access/rights.ts'
import type { Currency } from '#app/domain/locale/currency.ts'
import type { Unreached } from '#app/offline/keptDocument.ts'
import type { Entry, KeptPage } from '#app/offline/schema.ts'
import { type CurrentList, shownLists } from '#app/offline/shownLists.ts'
import { listPath } from '#app/protocol/paths.ts'
import { CardFrame } from '#app/routes/lists/CardFrame.tsx'
import { addHeadings } from '#app/routes/single-list/headings.tsx'
import { ReadRow } from '#app/routes/single-list/ItemRow.tsx'
import { Art } from '#app/ui/Art.tsx'
import art from '#app/ui/art/trouble.svg?raw'
import { OfflineNotice } from '#app/ui/OfflineNotice.tsx'
import { common } from '#app/words/en/common.ts'
import { lists as listsTexts } from '#app/words/en/lists.ts'
import { offline } from '#app/words/en/offline.ts'
import { offlinePage as texts } from '#app/words/en/offlinePage.ts'
import { dayAndTime } from '#app/words/format.ts'
import type { Reader } from '#app/words/reader.ts'
import { ReaderContext, useReader, useWords } from '#app/words/useWords.ts'

// People can read a kept page while React starts, which takes a while on a slow phone. Then React replaces it.

interface ListsData {
  user: { name: string }
  lists: { id: string; name: string; sum: string; items?: number; done?: number }[]
  current?: CurrentList | undefined
}

interface ListData {
  /** Not for guests, who have no line for recipes. */
  userId?: string
  list: { id: string; name: string; role?: Role; currency?: Currency; ownerName?: string }
  items: string
  sorting?: { aisles?: string[] }
}

/** If the page's scripts fail, they show the notice. */
export function firstPaint(
  reader: Reader,
  { data, at }: KeptPage,
  entries: Entry[],
  kept: ReadonlyMap<string, KeptPage> = new Map(),
  reach: Unreached = false,
): string {
  const open = entries.filter(({ state }) => state !== 'refused')
  const shown = { at, waiting: open, reach }
  return renderToStaticMarkup(
    <ReaderContext.Provider value={reader}>
      {isLists(data) ? (
        <ListsPage user={data.user} {...shownLists(reader, data, open, kept, at)} {...shown} />
      ) : (
        <ListPage {...(data as ListData)} {...shown} />
      )}
      <div hidden>
        <Notice />
      </div>
    </ReaderContext.Provider>,
  )
}

export const offlinePage = (reader: Reader, { hasLists }: { hasLists: boolean }): string =>
  renderToStaticMarkup(
    <ReaderContext.Provider value={reader}>
      <Notice lists={hasLists && <LatestLists />} />
    </ReaderContext.Provider>,
  )

/** A person who pressed Logout reads what has become of it. */
export const logoutPage = (reader: Reader): string =>
  renderToStaticMarkup(
    <ReaderContext.Provider value={reader}>
      <NotLoggedOut />
    </ReaderContext.Provider>,
  )

function NotLoggedOut() {
  const words = useWords(texts)
  const { logout } = useWords(offline)
  return (
    <div className="public-page notice">
      <main>
        <Art svg={art} />
        <h1>{words.stillSignedIn}</h1>
        <p>{words.notLoggedOut}</p>
        <p>{words.logsOut}</p>
        <form method="post" action="/logout">
          <button type="submit" className="button">
            {logout}
          </button>
        </form>
      </main>
    </div>
  )
}

function LatestLists() {
  const words = useWords(texts)
  return (
    <>
      <p>{words.latest}</p>
      <a className="button" href="/">
        {words.openLists}
      </a>
    </>
  )
}

function Notice({ lists }: { lists?: ReactNode }) {
  const words = useWords(texts)
  return (
    <div className="public-page notice">
      <OfflineNotice art={art} lists={lists}>
        <p>{words.reloads}</p>
      </OfflineNotice>
    </div>
  )
}

const isLists = (data: unknown): data is ListsData => 'lists' in (data as object)

// Empty, so that the text doesn't move when React shows the rest.
const BUTTON = <span className="button icon" />
const BRAND = (
  <span className="brand">
    <svg width="28" height="28" />
  </span>
)
const LINE = '\u00a0'

interface Shown {
  at: number
  waiting: Entry[]
  reach: Unreached
}

function ListsPage({ user, lists, current, ...shown }: ListsData & Shown) {
  const { hello } = useWords(common)
  const words = useWords(listsTexts)
  return (
    <>
      <header className="bar">
        {BRAND}
        <div className="middle">
          <div className="where">
            <p>{hello({ name: user.name })}</p>
          </div>
        </div>
      </header>
      <main className="page lists">
        <h1 className="visually-hidden">{words.yourLists}</h1>
        <ul className="cards">
          {lists.map((list) => (
            <CardFrame
              key={list.id}
              list={list}
              current={current?.id === list.id ? current : undefined}
              when={LINE}
            >
              <a
                className={current?.id === list.id ? 'button view' : 'button plain view'}
                href={listPath(list.id)}
                aria-label={words.viewListNamed({ name: list.name })}
              >
                {words.viewList}
              </a>
              <div className="menu">{BUTTON}</div>
              <div className="delete">{BUTTON}</div>
            </CardFrame>
          ))}
        </ul>
        <div className="add-list">
          <Age name={words.yourLists} {...shown} />
          <div className="well">
            <input disabled />
          </div>
        </div>
      </main>
    </>
  )
}

function ListPage({ userId, list, items, sorting, ...shown }: ListData & Shown): ReactElement {
  const own = shown.waiting.filter(({ listID }) => listID === list.id)
  const rows = withPending(
    textToRows(items),
    own.map((entry) => pendingAct(entry, true)),
  )
  const role = list.role ?? 'owner'
  const viewOnly = hasRight(role, 'edit') ? '' : ' view-only'
  return (
    <>
      <header className="bar">
        <span className="button icon back" />
        {BRAND}
        <div className="middle">
          <div className="where">
            <h1 dir="auto">{list.name}</h1>
            <p className="when">{LINE}</p>
          </div>
        </div>
      </header>
      <main className="page single-list">
        {userId && hasRight(role, 'editAll') && (
          <div className="ai">
            <div className="line">
              <input disabled />
            </div>
          </div>
        )}
        <div className="sections">
          <Rows
            className={`items${viewOnly}`}
            rows={rows.filter((row) => !row.completed)}
            list={list}
            aisles={sorting?.aisles}
          />
          <Rows className="items basket" rows={rows.filter((row) => row.completed)} list={list} />
        </div>
      </main>
      <footer className="list-actions">
        <Age name={list.name} {...shown} />
      </footer>
    </>
  )
}

function Age({ name, at, waiting, reach }: Shown & { name: string }) {
  const words = useWords(offline)
  const reader = useReader()
  return (
    <div className="reach">
      <p>
        {words[reach || 'noConnection']}{' '}
        <span className="age">{words.asOf({ name: <em>{name}</em>, at: dayAndTime(reader, at) })}</span>
        {waiting.length > 0 && ` ${words.waiting({ n: waiting.length })}`}
      </p>
    </div>
  )
}

interface RowsProps {
  className: string
  rows: Row[]
  list: ListData['list']
  aisles?: string[] | undefined
}

function Rows({ className, rows, list: { currency, ownerName }, aisles }: RowsProps) {
  const reader = useReader()
  if (rows.length === 0) return null
  const items = rows.map((row) => (
    <ReadRow key={row.id} reader={reader} row={row} access={{ currency, ownerName }} />
  ))
  addHeadings(items, rows, aisles)
  return <ul className={className}>{items}</ul>
}
