// SPDX-License-Identifier: MIT
#pragma once
#include "sweep.hpp"

namespace malha::chaos {

/// A case that fails, and the instance in which it does.
struct FailingCase {
  Instance instance;
  FaultCase faults;
  std::string why;
};

/// Makes the instance smaller while a sweep of it still finds a case that fails: fewer jobs, bags
/// and tasks, then fewer hosts, then one crash or message instead of two. A sweep here has some hundreds of
/// cases.
FailingCase shrunk(const Library& library, FailingCase failing, SweepRequest request, int workers);

} // namespace malha::chaos
