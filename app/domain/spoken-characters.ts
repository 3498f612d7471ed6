/** Of codes that are read out or copied by hand: no vowels, which could make words, and no 0, 1, I and L to mistake. */
export const spokenCharacters = "23456789BCDFGHJKMNPQRSTVWXYZ";
