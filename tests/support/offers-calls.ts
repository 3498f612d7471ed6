import { type Mock, vi } from "vitest";
import type * as offers from "#app/backend/offers.server.ts";

/** In place of the calls about offers: what each answers, a test says. A call that is renamed or new does not compile here. */
export const offersCalls: Record<keyof typeof offers, Mock> = {
  offerOfNovum: vi.fn(),
  verifyOffer: vi.fn(),
  loadOffer: vi.fn(),
  previewOffer: vi.fn(),
  resetPreview: vi.fn(),
  acceptOffer: vi.fn(),
  loadSummary: vi.fn(),
  loadDocument: vi.fn(),
  declineOffer: vi.fn(),
  correctEmail: vi.fn(),
  correctPorting: vi.fn(),
  readEsim: vi.fn(),
  replaceEsim: vi.fn(),
  resetOffer: vi.fn(),
};
