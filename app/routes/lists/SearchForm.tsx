interface Props {
  userId: string
  value: string
  onChange(value: string): void
}

/** With JavaScript it filters while typing; without, it is an ordinary form. */
export function SearchForm({ userId, value, onChange }: Props) {
  return (
    <form method="get" action="/" className="search" onSubmit={(event) => event.preventDefault()}>
      <input type="hidden" name="userID" value={userId} />
      <input
        type="search"
        name="search"
        aria-label="Search your lists"
        placeholder="Search your lists"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={200}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <button type="submit" className="button quiet needs-no-script">
        Search
      </button>
    </form>
  )
}
