// What is asked of zlib and zstd, in the same words for both.
//
// The manifest says which of the two there are (RK_HAS_ZLIB, RK_HAS_ZSTD). What is asked of one that is not there
// answers that there is nothing: no version, no unpacker and no packer.

#ifndef RK_CFORMATS_H
#define RK_CFORMATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
  RK_GZIP,
  RK_ZSTD,
} rk_compression;

/// The version of the library, as in `1.2.13`; null in a program that was built without it.
const char *rk_compression_version(rk_compression compression);

/// How a step has ended.
typedef enum {
  /// More is to be given or taken.
  RK_STEP_MORE,
  /// A member, a frame or all of an output is complete.
  RK_STEP_END,
  /// The bytes are none of that form.
  RK_STEP_DAMAGED,
  /// They ask for more memory than any file needs.
  RK_STEP_TOO_LARGE,
  /// There is no memory.
  RK_STEP_NO_MEMORY,
} rk_step_result;

/// What a step has taken and made.
typedef struct {
  rk_step_result result;
  size_t taken, made;
} rk_step;

typedef struct rk_unpacker rk_unpacker;

/// An unpacker of one member or frame after the other; null where there is no memory or no library.
rk_unpacker *rk_unpacker_make(rk_compression compression);
void rk_unpacker_free(rk_unpacker *unpacker);

/// Unpacks as much as there is and there is room for, up to the end of a member or frame, after which the next call
/// begins another one.
rk_step rk_unpack(rk_unpacker *unpacker, const uint8_t *source, size_t count, uint8_t *target, size_t room);

typedef struct rk_packer rk_packer;

/// A packer of one member or frame: gzip of level 6 without name and time, zstd of level 3 with a checksum; null where
/// there is no memory or no library.
rk_packer *rk_packer_make(rk_compression compression);
void rk_packer_free(rk_packer *packer);

/// Packs as much as there is and there is room for; with `is_last` the end, too, once all was taken.
rk_step rk_pack(rk_packer *packer, const uint8_t *source, size_t count, bool is_last, uint8_t *target, size_t room);

#endif
