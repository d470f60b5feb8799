// Generated from docs/openapi-service.yaml by scripts/generate-api-types.py: change that document, not this file.

export type Mode = "interior" | "object" | "exterior";
export const modeValues: readonly Mode[] = ["interior", "object", "exterior"];

/** Null is the same as leaving it out */
export type OptionalMode = "interior" | "object" | "exterior" | null;
export const optionalModeValues: readonly OptionalMode[] = ["interior", "object", "exterior", null];

export type Scope =
  | "scans:read"
  | "scans:write"
  | "jobs:read"
  | "jobs:write"
  | "usage:read"
  | "keys"
  | "webhooks"
  | "team";
export const scopeValues: readonly Scope[] = [
  "scans:read",
  "scans:write",
  "jobs:read",
  "jobs:write",
  "usage:read",
  "keys",
  "webhooks",
  "team",
];

export type Role = "owner" | "admin" | "member" | "viewer";
export const roleValues: readonly Role[] = ["owner", "admin", "member", "viewer"];

export interface SignInMethods {
  /** Whether people sign in with passkeys */
  passkeys: boolean;
  /** OpenID Connect issuers with which people sign in on the page (response type id_token) */
  issuers: SignInIssuer[];
}

export interface SignInIssuer {
  issuer: string;
  /** What the page calls it */
  name: string;
  /** The id that the issuer gave the page */
  clientId: string;
  authorizationEndpoint: string;
}

export interface RefreshToken {
  refreshToken: string;
}

export interface Tokens {
  accessToken: string;
  /** Seconds that the access token is valid */
  expiresIn: number;
  /** For the next exchange */
  refreshToken: string;
  account: string;
  /** The person's accounts; only in the answer to signing in */
  accounts?: {
    id: string;
    name: string;
    role: Role;
  }[];
}

export interface Account {
  id: string;
  name: string;
  tier: string;
  /** The person's id */
  person?: string;
  role?: Role;
  scopes: Scope[];
}

export interface PasskeyChallenge {
  /** Random bytes in base64url */
  challenge: string;
  /** The host that the passkey is for */
  relyingParty: string;
  /** The person's id, for a new passkey */
  user: string;
  /** Seconds that it can be answered */
  expiresIn: number;
}

export interface Passkey {
  id: string;
  name: string;
  createdAt: string;
  lastUsedAt?: string;
}

export interface PasskeyPage {
  passkeys: Passkey[];
}

export interface MemberPage {
  members: {
    id: string;
    name?: string;
    email?: string;
    role: Role;
    joinedAt: string;
  }[];
}

export interface Invitation {
  id: string;
  role: Role;
  expiresAt: string;
  invitation?: string;
}

export interface InvitationPage {
  invitations: Invitation[];
}

export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code?: string;
}

export interface Health {
  status: "ok";
  version: string;
}

export interface Scan {
  id: string;
  name: string;
  mode: Mode;
  /** State of the newest raw file */
  upload?: "pending" | "received" | "verified" | "refused";
  uploadProblem?: string;
  createdAt: number;
  updatedAt: number;
}

export interface ScanPage {
  scans: Scan[];
  next?: string;
}

export interface UploadTarget {
  uploadUrl: string;
  expiresAt: number;
  uploadId: string;
  protocol: "put" | "parts" | "tus";
  maxBytes: number;
}

export interface MissingParts {
  /** The first ones that are missing, at most 100 */
  parts: {
    number: number;
    offset: number;
    byteCount: number;
    uploadUrl: string;
  }[];
  missing: number;
  receivedBytes: number;
}

/** What is made of a scan. Null is the same as leaving a field out. */
export interface Processing {
  quality?: "preview" | "standard" | "high" | "ultra" | null;
  technologies?: ("photogrammetry" | "gaussianSplatting" | "nerf" | "nsr")[] | null;
  outputFormats?: string[] | null;
  enableHoleFilling?: boolean | null;
  enableTextureEnhancement?: boolean | null;
  settings?: Record<string, string> | null;
}

export interface AcceptedJob {
  jobId: string;
  /** Seconds */
  estimatedTime?: number;
  /** Seconds */
  estimatedTimeError?: number;
  estimatedFromJobs: number;
}

export interface Job {
  id: string;
  scanId?: string;
  status: "queued" | "running" | "succeeded" | "failed" | "cancelled" | "setAside";
  progress: number;
  stage?: string;
  attempts: number;
  /** Seconds */
  estimatedTimeRemaining?: number;
  error?: string;
  resultUrls: Record<string, string>;
  /** The files of the result, with what proves that a download is complete */
  files: {
    format: string;
    name: string;
    byteCount: number;
    sha256: string;
  }[];
  notes: string[];
  /** Square metres of floor */
  area?: number;
  createdAt: number;
  startedAt?: number;
  finishedAt?: number;
}

/** An event of the stream; its data is a Job as JSON. */
export interface JobEvent {
  event: "progress";
  data: string;
}

export interface JobPage {
  jobs: Job[];
  next?: string;
}

export interface Usage {
  month: string;
  scans: number;
  jobs: number;
  processingSeconds: number;
  uploadedBytes: number;
  tier: Tier;
}

export interface Tier {
  name: string;
  scansPerMonth?: number;
  processingSecondsPerMonth?: number;
  maxArea?: number;
  maxUploadBytes: number;
  formats?: string[];
  features: string[];
  weight: number;
  concurrentJobs: number;
  requestsPerMinute: number;
}

export interface AuditLog {
  entries: {
    at: string;
    actor: string;
    action: string;
    target?: string;
  }[];
}

export interface Key {
  id: string;
  name: string;
  scopes: Scope[];
  expiresAt?: string;
  lastUsedAt?: string;
  createdAt: string;
}

export interface KeyPage {
  keys: Key[];
}

export interface NewKey {
  /** The id of the key */
  id: string;
  key: string;
}

export interface Webhook {
  id: string;
  url: string;
  events: string[];
  failures: number;
  isDisabled: boolean;
  secret?: string;
}

export interface WebhookPage {
  webhooks: Webhook[];
}

/** Of each operation that has one of them: its query, its JSON body and its JSON response. */
export interface Operations {
  /** How people sign in on the page `GET /auth/methods` */
  listSignInMethods: {
    response: SignInMethods;
  };
  /** Begin a session with an OpenID Connect ID token, which signs in once `POST /auth/token` */
  signIn: {
    body: {
      idToken: string;
      /** The nonce of the token; needed where it has one */
      nonce?: string | null;
      /** Which of the person's accounts; the one that they joined first where it is left out */
      account?: string | null;
      /** An invitation that the person accepts */
      invitation?: string | null;
    };
    response: Tokens;
  };
  /**
   * Exchange a refresh token for new tokens; one that comes again ends its session, except a retry of the last
   * exchange within 30 seconds `POST /auth/refresh`
   */
  refreshSession: {
    body: RefreshToken;
    response: Tokens;
  };
  /** End the session of a refresh token; does nothing where there is none `POST /auth/revoke` */
  revokeSession: {
    body: RefreshToken;
  };
  /** What a billing system reports about an account, signed; each event is applied once `POST /billing/events` */
  reportBilling: {
    body: {
      id: string;
      account: string;
      happenedAt: number;
      tier?: string | null;
      suspended?: boolean | null;
    };
    response: {
      applied: boolean;
    };
  };
  /** What a passkey signs, to sign up or in `POST /auth/passkeys/challenges` */
  createPasskeyChallenge: {
    body: Record<string, unknown>;
    response: PasskeyChallenge;
  };
  /** Accept an invitation with a new passkey, and begin a session `POST /auth/passkeys/registrations` */
  signUpWithPasskey: {
    body: {
      clientDataJSON: string;
      authenticatorData: string;
      /** What the passkey is called */
      name: string;
      /** The person's name */
      person: string;
      invitation: string;
    };
    response: Tokens;
  };
  /** Begin a session with a passkey `POST /auth/passkeys/assertions` */
  signInWithPasskey: {
    body: {
      credential: string;
      clientDataJSON: string;
      authenticatorData: string;
      signature: string;
      /** Which of the person's accounts */
      account?: string | null;
    };
    response: Tokens;
  };
  /** The passkeys of the person who is signed in `GET /passkeys` */
  listPasskeys: {
    response: PasskeyPage;
  };
  /** Add a passkey of the person who is signed in `POST /passkeys` */
  addPasskey: {
    body: {
      clientDataJSON: string;
      authenticatorData: string;
      /** What the passkey is called */
      name: string;
    };
    response: Passkey;
  };
  /** What a further passkey of the person who is signed in signs `POST /passkeys/challenges` */
  createOwnPasskeyChallenge: {
    body: Record<string, unknown>;
    response: PasskeyChallenge;
  };
  /** The account of the key or member, and what they may do `GET /account` */
  getAccount: {
    response: Account;
  };
  /** The people of the account, in the order in which they joined `GET /members` */
  listMembers: {
    response: MemberPage;
  };
  /** Change a member's role, from their next request on `PATCH /members/{id}` */
  changeMember: {
    body: {
      role: Role;
    };
  };
  /** Invitations that can still be accepted, without their texts `GET /invitations` */
  listInvitations: {
    response: InvitationPage;
  };
  /** Invite somebody; the text is in this answer only `POST /invitations` */
  createInvitation: {
    body: {
      role: Role;
      days?: number | null;
    };
    response: Invitation;
  };
  /** Scans, newest first `GET /scans` */
  listScans: {
    query: {
      limit?: number;
      offset?: number;
      /** The value of next of the page before */
      after?: string;
    };
    response: ScanPage;
  };
  /** Create a scan, which gets its file later `POST /scans` */
  createScan: {
    body: {
      name: string;
      mode?: OptionalMode;
    };
    response: Scan;
  };
  /** One scan `GET /scans/{id}` */
  getScan: {
    response: Scan;
  };
  /** Change the name or mode `PATCH /scans/{id}` */
  changeScan: {
    body: {
      name?: string | null;
      mode?: OptionalMode;
    };
    response: Scan;
  };
  /** An address to which a file is sent `GET /scans/{id}/upload-url` */
  getUploadURL: {
    query: {
      fileType: "raw" | "mesh" | "pointcloud" | "texture";
      sha256?: string;
      /** The file's size. Files of 32 MiB and more go to a bucket in parts */
      byteCount?: number;
    };
    response: UploadTarget;
  };
  /** Process the newest raw file `POST /scans/{id}/process` */
  processScan: {
    body: Processing;
    response: AcceptedJob;
  };
  /**
   * The parts of an upload that are missing, with the presigned addresses that take them `GET
   * /uploads/{token}/parts`
   */
  listMissingParts: {
    response: MissingParts;
  };
  /** Make the file of its parts `POST /uploads/{token}/parts` */
  completeParts: {
    body: Record<string, unknown>;
  };
  /** Jobs, newest first `GET /jobs` */
  listJobs: {
    query: {
      limit?: number;
      /** The value of next of the page before */
      after?: string;
    };
    response: JobPage;
  };
  /** One job `GET /jobs/{id}` */
  getJob: {
    response: Job;
  };
  /** A file of the result `GET /jobs/{id}/download` */
  downloadResult: {
    query: {
      format?: string;
    };
  };
  /** What the account used this month, and what its tier includes `GET /usage` */
  getUsage: {
    response: Usage;
  };
  /** Who changed what, newest first `GET /audit` */
  getAuditLog: {
    query: {
      limit?: number;
    };
    response: AuditLog;
  };
  /** Keys that are not revoked, without their secrets `GET /keys` */
  listKeys: {
    response: KeyPage;
  };
  /** Make a key; its text is in this answer only `POST /keys` */
  createKey: {
    body: {
      name: string;
      scopes: Scope[];
      days?: number | null;
    };
    response: NewKey;
  };
  /** Webhooks, without their secrets `GET /webhooks` */
  listWebhooks: {
    response: WebhookPage;
  };
  /** Add a webhook; the secret of its signatures is in this answer only `POST /webhooks` */
  createWebhook: {
    body: {
      url: string;
      events: ("job.succeeded" | "job.failed")[];
    };
    response: Webhook;
  };
  /** The server answers `GET /health/live` */
  getLiveness: {
    response: Health;
  };
  /** The server and its database answer `GET /health/ready` */
  getReadiness: {
    response: Health;
  };
}

/** The limits of request bodies: characters of texts, elements of lists, bytes of files. */
export const limits = {
  RefreshToken: { refreshToken: { maxLength: 200 } },
} as const;
