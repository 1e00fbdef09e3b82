#include "CFormats.h"

#include <limits.h>
#include <stdlib.h>

#ifdef RK_HAS_ZLIB
#include <zlib.h>
#endif
#ifdef RK_HAS_ZSTD
#include <zstd.h>
#include <zstd_errors.h>
#endif

struct rk_unpacker {
  rk_compression compression;
#ifdef RK_HAS_ZLIB
  z_stream gzip;
#endif
#ifdef RK_HAS_ZSTD
  ZSTD_DStream *zstd;
#endif
};

struct rk_packer {
  rk_compression compression;
#ifdef RK_HAS_ZLIB
  z_stream gzip;
#endif
#ifdef RK_HAS_ZSTD
  ZSTD_CStream *zstd;
#endif
};

const char *rk_compression_version(rk_compression compression) {
  switch (compression) {
#ifdef RK_HAS_ZLIB
    case RK_GZIP: return zlibVersion();
#endif
#ifdef RK_HAS_ZSTD
    case RK_ZSTD: return ZSTD_versionString();
#endif
    default: return NULL;
  }
}

#ifdef RK_HAS_ZLIB

// For gzip alone, with the largest window: what zlib calls 15 + 16.
static const int gzip_window = 31;

static void give(z_stream *stream, const uint8_t *source, size_t count, uint8_t *target, size_t room) {
  stream->next_in = (Bytef *)source;
  stream->avail_in = count < UINT_MAX ? (uInt)count : UINT_MAX;
  stream->next_out = target;
  stream->avail_out = room < UINT_MAX ? (uInt)room : UINT_MAX;
}

static rk_step gzip_step(const z_stream *stream, int code, const uint8_t *source, const uint8_t *target) {
  rk_step step = {
      .result = RK_STEP_DAMAGED,
      .taken = (size_t)(stream->next_in - source),
      .made = (size_t)(stream->next_out - target),
  };
  // Without anything to take or room to make zlib speaks of an error of its buffers, which is none.
  if (code == Z_OK || code == Z_BUF_ERROR) step.result = RK_STEP_MORE;
  if (code == Z_STREAM_END) step.result = RK_STEP_END;
  if (code == Z_MEM_ERROR) step.result = RK_STEP_NO_MEMORY;
  return step;
}

#endif

#ifdef RK_HAS_ZSTD

static rk_step zstd_step(size_t code, bool is_end, size_t taken, size_t made) {
  rk_step step = {.result = is_end ? RK_STEP_END : RK_STEP_MORE, .taken = taken, .made = made};
  if (!ZSTD_isError(code)) return step;
  switch (ZSTD_getErrorCode(code)) {
    case ZSTD_error_memory_allocation: step.result = RK_STEP_NO_MEMORY; break;
    case ZSTD_error_frameParameter_windowTooLarge: step.result = RK_STEP_TOO_LARGE; break;
    default: step.result = RK_STEP_DAMAGED; break;
  }
  return step;
}

#endif

// Unpacking.

rk_unpacker *rk_unpacker_make(rk_compression compression) {
  rk_unpacker *unpacker = calloc(1, sizeof *unpacker);
  if (!unpacker) return NULL;
  unpacker->compression = compression;
  switch (compression) {
#ifdef RK_HAS_ZLIB
    case RK_GZIP:
      if (inflateInit2(&unpacker->gzip, gzip_window) == Z_OK) return unpacker;
      break;
#endif
#ifdef RK_HAS_ZSTD
    case RK_ZSTD:
      unpacker->zstd = ZSTD_createDStream();
      if (unpacker->zstd) return unpacker;
      break;
#endif
    default: break;
  }
  free(unpacker);
  return NULL;
}

void rk_unpacker_free(rk_unpacker *unpacker) {
  switch (unpacker->compression) {
#ifdef RK_HAS_ZLIB
    case RK_GZIP: inflateEnd(&unpacker->gzip); break;
#endif
#ifdef RK_HAS_ZSTD
    case RK_ZSTD: ZSTD_freeDStream(unpacker->zstd); break;
#endif
    default: break;
  }
  free(unpacker);
}

rk_step rk_unpack(rk_unpacker *unpacker, const uint8_t *source, size_t count, uint8_t *target, size_t room) {
  switch (unpacker->compression) {
#ifdef RK_HAS_ZLIB
    case RK_GZIP: {
      give(&unpacker->gzip, source, count, target, room);
      rk_step step = gzip_step(&unpacker->gzip, inflate(&unpacker->gzip, Z_NO_FLUSH), source, target);
      if (step.result == RK_STEP_END) inflateReset(&unpacker->gzip);
      return step;
    }
#endif
#ifdef RK_HAS_ZSTD
    case RK_ZSTD: {
      ZSTD_inBuffer from = {source, count, 0};
      ZSTD_outBuffer to = {target, room, 0};
      // The next call after the end of a frame begins another one by itself.
      size_t code = ZSTD_decompressStream(unpacker->zstd, &to, &from);
      return zstd_step(code, code == 0, from.pos, to.pos);
    }
#endif
    default: return (rk_step){.result = RK_STEP_DAMAGED};
  }
}

// Packing.

rk_packer *rk_packer_make(rk_compression compression) {
  rk_packer *packer = calloc(1, sizeof *packer);
  if (!packer) return NULL;
  packer->compression = compression;
  switch (compression) {
#ifdef RK_HAS_ZLIB
    case RK_GZIP:
      if (deflateInit2(&packer->gzip, 6, Z_DEFLATED, gzip_window, 8, Z_DEFAULT_STRATEGY) == Z_OK) return packer;
      break;
#endif
#ifdef RK_HAS_ZSTD
    case RK_ZSTD:
      packer->zstd = ZSTD_createCStream();
      if (!packer->zstd) break;
      if (!ZSTD_isError(ZSTD_CCtx_setParameter(packer->zstd, ZSTD_c_compressionLevel, 3)) &&
          !ZSTD_isError(ZSTD_CCtx_setParameter(packer->zstd, ZSTD_c_checksumFlag, 1))) {
        return packer;
      }
      ZSTD_freeCStream(packer->zstd);
      break;
#endif
    default: break;
  }
  free(packer);
  return NULL;
}

void rk_packer_free(rk_packer *packer) {
  switch (packer->compression) {
#ifdef RK_HAS_ZLIB
    case RK_GZIP: deflateEnd(&packer->gzip); break;
#endif
#ifdef RK_HAS_ZSTD
    case RK_ZSTD: ZSTD_freeCStream(packer->zstd); break;
#endif
    default: break;
  }
  free(packer);
}

rk_step rk_pack(rk_packer *packer, const uint8_t *source, size_t count, bool is_last, uint8_t *target, size_t room) {
  switch (packer->compression) {
#ifdef RK_HAS_ZLIB
    case RK_GZIP: {
      give(&packer->gzip, source, count, target, room);
      bool takes_all = packer->gzip.avail_in == count;
      int code = deflate(&packer->gzip, is_last && takes_all ? Z_FINISH : Z_NO_FLUSH);
      return gzip_step(&packer->gzip, code, source, target);
    }
#endif
#ifdef RK_HAS_ZSTD
    case RK_ZSTD: {
      ZSTD_inBuffer from = {source, count, 0};
      ZSTD_outBuffer to = {target, room, 0};
      size_t code = ZSTD_compressStream2(packer->zstd, &to, &from, is_last ? ZSTD_e_end : ZSTD_e_continue);
      return zstd_step(code, is_last && code == 0, from.pos, to.pos);
    }
#endif
    default: return (rk_step){.result = RK_STEP_DAMAGED};
  }
}
