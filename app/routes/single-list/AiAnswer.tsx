import { Fragment } from 'react'
import type { RecipeAnswer } from '#app/protocol/recipeReply.ts'
import { useListAccess } from '#app/ui/listAccess.ts'

/** What can be done about what wasn't added. Each button sends the form of the box. */
export function AiAnswer({ answer: { recipe, unknown, rest, cookbook } }: { answer: RecipeAnswer }) {
  const { add } = useListAccess()
  // What else was asked stays, such as for how many. A name that is there twice may be part of another.
  const instead = (name: string, dish: string) => {
    const around = recipe.split(name)
    return around.length === 2 ? around.join(dish) : dish
  }
  return (
    <>
      {cookbook && (
        <button type="submit" className="button add" name="source" value="cookbook">
          {cookbook}
        </button>
      )}
      {rest && <Ask text={rest.label} recipe={rest.recipe} />}
      {unknown.map((one) => (
        <Fragment key={one.name}>
          {one.near.length > 0 && <p>{one.label}</p>}
          {one.near.map((dish) => (
            <Ask key={dish} text={dish} recipe={instead(one.name, dish)} />
          ))}
          {one.add && (
            <button type="submit" className="button plain add" formAction={add} name="name" value={one.name}>
              {one.add}
            </button>
          )}
        </Fragment>
      ))}
    </>
  )
}

/** After the box's input, because the server takes the last `recipe` of the form. */
const Ask = ({ text, recipe }: { text: string; recipe: string }) => (
  <button type="submit" className="button quiet" name="recipe" value={recipe}>
    {text}
  </button>
)
