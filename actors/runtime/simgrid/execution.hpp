// SPDX-License-Identifier: MIT
#pragma once
#include "forward.hpp"
#include "policies/sdk/quantities.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace malha {

class Executions;

/// A computation on a host. It shares the host fairly with all others there, and gets at most the speed of
/// one core. It stays in the book of `Executions` until it is destroyed, so destroy it after recording its
/// end.
class Execution {
public:
  ~Execution();
  Execution(const Execution&) = delete;
  Execution& operator=(const Execution&) = delete;

  Seconds start() const { return start_; }
  /// The date at which it ended, also if the caller asks later; nothing while it runs.
  std::optional<Seconds> end() const;

private:
  friend Executions;
  Execution(Executions& book, simgrid::s4u::Host* host, Flops work);

  Executions& book_;
  simgrid::s4u::ExecPtr activity_;
  Seconds start_;
  std::size_t position_; ///< in the book of `Executions`
};

/// All executions that run, or whose end is not recorded yet.
class Executions {
public:
  /// Starts a computation now. Host::execute and exec_init of SimGrid 3.32 ignore their host; this function
  /// does not.
  std::unique_ptr<Execution> start(simgrid::s4u::Host* host, Flops work);

  /// The date up to which all ends are recorded.
  Seconds settled_until() const;

private:
  friend Execution;
  std::vector<Execution*> open_;
};

} // namespace malha
