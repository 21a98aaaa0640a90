// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/errors.hpp"

#include <utility>

namespace malha {

/// A row of a trace is wrong, and the rows behind it can still be read.
class BadRow : public InputError {
public:
  /// `reason` is what is counted where such rows are skipped: "field 4 (run time)".
  BadRow(const std::string& message, std::string reason) : InputError(message), reason_(std::move(reason)) {}

  const std::string& reason() const { return reason_; }

private:
  std::string reason_;
};

} // namespace malha
