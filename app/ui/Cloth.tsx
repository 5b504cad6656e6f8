interface Props {
  /** Kept pages may be older than these. */
  items?: number | undefined
  done?: number | undefined
}

/** A tablecloth that colors in as the basket fills. Hidden, because a text beside it says the same. */
export const Cloth = ({ items = 0, done = 0 }: Props) => (
  <progress className="cloth" aria-hidden value={done} max={items} />
)

/** On the lines of lists: only where the basket is neither empty nor full. */
export const ClothUnderWay = ({ items = 0, done = 0 }: Props) =>
  done > 0 && done < items && <Cloth items={items} done={done} />
