import type { View } from '#app/domain/aisles/views.ts'
import { isLink, type Place } from './act.ts'
import { answeredForm } from './answeredActs.ts'

/** How somebody looks at a list. */
export const viewForm = (place: Place, view: View) =>
  answeredForm(place, 'chooseView', viewPath(place), { view })

export const viewPath = ({ account, listID }: Place) =>
  isLink(account) ? `${account}/view` : `/view?listID=${listID}`

export const categoryPath = ({ account, listID }: Place, name: string) =>
  `${isLink(account) ? `${account}/category?` : `/category?listID=${listID}&`}name=${encodeURIComponent(name)}`
