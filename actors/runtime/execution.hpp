// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"

#include <simgrid/s4u.hpp>

#include <memory>
#include <optional>
#include <vector>

namespace malha {

class Executions;

/// A computation on a host, shared fairly with all others there, at most one core's speed. It stays in the
/// books of `Executions` until it is destroyed: destroy it after recording its end.
class Execution {
public:
  ~Execution();
  Execution(const Execution&) = delete;
  Execution& operator=(const Execution&) = delete;

  Seconds start() const { return start_; }
  /// The date it ended, however much later that is asked; nothing while it runs.
  std::optional<Seconds> end() const;

private:
  friend Executions;
  Execution(Executions& book, simgrid::s4u::Host* host, Flops work);

  Executions& book_;
  simgrid::s4u::ExecPtr activity_;
  Seconds start_;
  std::size_t position_; ///< in the book
};

/// All executions that run or whose end is not recorded yet.
class Executions {
public:
  /// Starts now. Host::execute and exec_init of SimGrid 3.32 ignore their host; this does not.
  std::unique_ptr<Execution> start(simgrid::s4u::Host* host, Flops work);

  /// No end before this date is still to be recorded.
  Seconds settled_until() const;

private:
  friend Execution;
  std::vector<Execution*> open_;
};

} // namespace malha
