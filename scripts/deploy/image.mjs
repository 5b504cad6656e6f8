export const checkImage = () => {}
