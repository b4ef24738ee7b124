/** Texts of numbers and times. A value that is unknown is a dash: never an old number. */
export const NONE = '\u2013';
const THIN = '\u202f';

const known = value => typeof value === 'number' && Number.isFinite(value);

/** Whole numbers with thin separators. */
export const count = value => known(value)
  ? Math.round(value).toString().replace(/\B(?=(\d{3})+$)/g, THIN) : NONE;

/** A rate: one digit behind the point below 10. */
export const rate = value => !known(value) ? NONE : value > 0 && value < 9.95 ? value.toFixed(1) : count(value);

/** Microseconds as milliseconds. */
export const millis = micros => !known(micros) ? NONE
  : micros < 9_950 ? (micros / 1_000).toFixed(2) : micros < 99_500 ? (micros / 1_000).toFixed(1) : count(micros / 1_000);

/** A share from 0 to 1 in percent. */
export const percent = share => !known(share) ? NONE : share < 0.0995 ? (share * 100).toFixed(1) : count(share * 100);

/** An age in milliseconds, as seconds. */
export const age = ms => !known(ms) ? NONE : ms < 0 ? 'never' : ms < 9_950 ? (ms / 1_000).toFixed(2) + THIN + 's' : count(ms / 1_000) + THIN + 's';

/** The time of a day of an instant in ms. */
export const clock = ms => {
  if (!known(ms)) return NONE;
  const at = new Date(ms);
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map(n => String(n).padStart(2, '0')).join(':');
};

/** A key as text: characters that are not seen, or that turn the order of others, are written as escapes. */
export const shown = key => key.replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
  c => '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0'));
