// Plain JavaScript, because a worker thread is started from a file.
import bcrypt from 'bcryptjs'

/** @param {{ password: string, cost: number }} task */
export const hash = ({ password, cost }) => bcrypt.hashSync(password, cost)

/** @param {{ password: string, hash: string }} task */
export const matches = (task) => bcrypt.compareSync(task.password, task.hash)
