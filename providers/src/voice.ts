/** A voice as its vendor describes it; what the vendor does not tell is left out. */
export type ListedVoice = {
  /** The vendor's id: what `speak` is given. */
  id: string;
  name: string;
  gender?: 'female' | 'male';
  accent?: string;
  age?: 'Young' | 'Middle Aged' | 'Old';
  description?: string;
  /** A public recording of the voice, at the vendor. */
  previewUrl?: string;
};

/** The voice that somebody chose, at whichever vendor. */
export type WantedVoice = {
  /** Id of the provider whose voice it is. */
  vendor: string;
  /** The vendor's id of the voice. */
  id: string;
  name: string;
  gender?: string | undefined;
  accent?: string | undefined;
};

/** What a vendor speaks with when a voice is wanted: that voice, or the one of its own that is most like it. */
export type VoiceMatch = { id: string; name: string; isWanted: boolean };

/** A wanted voice in words, as voices of other vendors are found by. */
export function describeVoice({ name, gender, accent }: WantedVoice): string {
  return [name, gender, accent].filter(Boolean).join(', ');
}
