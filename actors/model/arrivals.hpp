// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/job.hpp"

namespace malha {

/// Gives a model its jobs in the order of their submission. Jobs that come as messages are not among them:
/// the actor that receives such a job submits it.
class Arrivals {
public:
  virtual ~Arrivals() = default;
  /// The date of the next job. It is `never` where none is known.
  virtual Seconds next() = 0;
  /// Takes the next job. There must be one.
  virtual Job take() = 0;
  /// Whether a job may still come, as a message or otherwise.
  virtual bool more() = 0;
};

} // namespace malha
