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
