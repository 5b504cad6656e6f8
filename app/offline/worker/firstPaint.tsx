import type { ReactElement, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { pendingAct, withPending } from '#app/acts/acts.ts'
import { type Row, textToRows } from '#app/acts/row.ts'
import { waitingText } from '#app/messages/en/browser.ts'
import { dayAndTime } from '#app/messages/format.ts'
import type { Entry, KeptPage } from '#app/offline/schema.ts'
import { type CurrentList, shownLists } from '#app/offline/shownLists.ts'
import { listPath } from '#app/protocol/paths.ts'
import { CardFrame } from '#app/routes/lists/CardFrame.tsx'
import { ReadRow } from '#app/routes/single-list/ItemRow.tsx'
import art from '#app/ui/art/trouble.svg?raw'
import { OfflineNotice } from '#app/ui/OfflineNotice.tsx'

// People can read a kept page while React starts, which takes a while on a slow phone. Then React replaces it.

interface ListsData {
  user: { name: string }
  lists: { id: string; name: string; sum: string }[]
  current?: CurrentList | undefined
}

interface ListData {
  list: { id: string; name: string }
  items: string
  me?: string
}

/** If the page's scripts fail, they show the notice. */
export function firstPaint(
  { data, at }: KeptPage,
  entries: Entry[],
  kept: ReadonlyMap<string, KeptPage> = new Map(),
): string {
  const open = entries.filter(({ state }) => state !== 'refused')
  return renderToStaticMarkup(
    <>
      {isLists(data) ? (
        <ListsPage user={data.user} {...shownLists(data, open, kept)} at={at} waiting={open} />
      ) : (
        <ListPage {...(data as ListData)} at={at} waiting={open} />
      )}
      <div hidden>
        <Notice />
      </div>
    </>,
  )
}

export const offlinePage = ({ hasLists }: { hasLists: boolean }): string =>
  renderToStaticMarkup(
    <Notice
      lists={
        hasLists && (
          <>
            <p>Your latest lists are on this device.</p>
            <a className="button" href="/">
              Open your lists
            </a>
          </>
        )
      }
    />,
  )

const Notice = ({ lists }: { lists?: ReactNode }) => (
  <div className="public-page notice">
    <OfflineNotice art={art} lists={lists}>
      <p>This page reloads automatically when the connection is back.</p>
    </OfflineNotice>
  </div>
)

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
}

const ListsPage = ({ user, lists, current, at, waiting }: ListsData & Shown) => (
  <>
    <header className="bar">
      {BRAND}
      <div className="where">
        <p>Hello, {user.name}</p>
      </div>
    </header>
    <main className="page lists">
      <Age name="Your lists" at={at} waiting={waiting} />
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
              aria-label={`View List ${list.name}`}
            >
              View List
            </a>
            <div className="menu">{BUTTON}</div>
            <div className="delete">{BUTTON}</div>
          </CardFrame>
        ))}
      </ul>
      <div className="add-list">
        <div className="well">
          <input disabled />
        </div>
      </div>
    </main>
  </>
)

function ListPage({ list, items, me, at, waiting }: ListData & Shown): ReactElement {
  const own = waiting.filter(({ listID }) => listID === list.id)
  const rows = withPending(
    textToRows(items),
    own.map((entry) => pendingAct(entry, true, me)),
  )
  return (
    <>
      <header className="bar">
        <span className="button icon back" />
        {BRAND}
        <div className="where">
          <h1 dir="auto">{list.name}</h1>
          <p className="when">{LINE}</p>
        </div>
      </header>
      <main className="page single-list">
        <div className="sections">
          <Rows className="items" rows={rows.filter((row) => !row.completed)} />
          <Rows className="items basket" rows={rows.filter((row) => row.completed)} />
        </div>
      </main>
      <footer className="list-actions">
        <Age name={list.name} at={at} waiting={waiting} />
      </footer>
    </>
  )
}

const Age = ({ name, at, waiting }: Shown & { name: string }) => (
  <div className="reach">
    <p>
      No connection.{' '}
      <span className="age">
        <em>{name}</em> as of {dayAndTime(at)}.
      </span>
      {waiting.length > 0 && ` ${waitingText(waiting.length)}`}
    </p>
  </div>
)

const Rows = ({ className, rows }: { className: string; rows: Row[] }) =>
  rows.length > 0 && (
    <ul className={className}>
      {rows.map((row) => (
        <ReadRow key={row.id} row={row} />
      ))}
    </ul>
  )
