export function HiddenFields({ of: fields }: { of: object }) {
  return Object.entries(fields).map(([name, value]: [string, string]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
}
