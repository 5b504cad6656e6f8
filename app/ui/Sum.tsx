/** '5 of 12 · $ 40.10': the amount stays on one line. */
export function Sum({ text }: { text: string }) {
  const [count, amount] = text.split(' · ')
  if (!amount) return text
  return (
    <>
      {`${count} · `}
      <span className="unbroken">{amount}</span>
    </>
  )
}
