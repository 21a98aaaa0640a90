// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"

/// First line of a kind of message: its name in messages.csv, and its size in bytes, which may depend on the
/// fields of the message.
#define MALHA_MESSAGE(name, bytes)                                                                           \
  malha::Bytes size() const { return bytes; }                                                                \
  static constexpr const char* kind = name
