import { ReceiptText } from 'lucide'
import { useNeedsConnection } from '#app/browser/useNeedsConnection.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { useListAccess } from '#app/ui/listAccess.ts'
import { receipts } from '#app/words/en/receipts.ts'
import { useWords } from '#app/words/useWords.ts'
import { OpenForm, type OpenProps } from './OpenForm.tsx'
import { useAccountData } from './pageData.ts'

interface Props extends Pick<OpenProps, 'onOpen'> {
  className: string
  add: string
  view: string
}

/** Hidden if you can neither add nor see a receipt. */
export function ReceiptButton({ className, add, view, onOpen }: Props) {
  const words = useWords(receipts)
  const { may } = useListAccess()
  const needsConnection = useNeedsConnection()
  const hasReceipt = useAccountData()?.receipt !== undefined
  if (!may('editAll') && !(may('seeAll') && hasReceipt)) return null
  return (
    <OpenForm dialog="receipt" onOpen={onOpen}>
      <button
        type="submit"
        className={className}
        {...needsConnection(hasReceipt ? words.viewing : words.adding)}
      >
        <Icon of={ReceiptText} />
        {hasReceipt ? view : add}
      </button>
    </OpenForm>
  )
}
