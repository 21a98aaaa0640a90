// SPDX-License-Identifier: MIT
#pragma once
#include "real_time.hpp"
#include "workers.hpp"

#include <set>

namespace malha {

/// One place at which items are worked on, one after the other, each in a process of its own. All its
/// processes die with this one.
class Worker {
public:
  virtual ~Worker() = default; ///< kills what runs, and waits until it is gone

  virtual void start(std::size_t item) = 0;
  /// The real time at which the item was begun, or begun anew.
  Seconds begun() const { return begun_; }
  /// The group of which it had the last item, and has kept what was prepared; 0: none.
  virtual std::size_t group() const { return 0; }

  /// Adds to `polls` what to wait for while an item is being worked on.
  virtual void watch(std::vector<pollfd>& polls) const = 0;
  /// Takes what the item's process says. Returns how it ended, as `waitpid` says it, once it has.
  virtual std::optional<int> listen() = 0;
  /// Ends the item. Returns how its process ended.
  virtual int kill() = 0;
  /// What the last item's process said.
  virtual const std::string& said() const = 0;
  virtual const RunStatus& run_status() const = 0;

protected:
  void note_begin() { begun_ = real_time_now(); }

private:
  Seconds begun_ = 0;
};

/// Forks the process of an item from this one.
class ForkingWorker : public Worker {
public:
  /// Both must outlive the worker.
  ForkingWorker(const std::vector<WorkItem>& items, const Interruption& interruption)
      : items_(items), interruption_(interruption) {}

  void start(std::size_t item) override;
  void watch(std::vector<pollfd>& polls) const override { polls.push_back({process_->pipe(), POLLIN, 0}); }
  std::optional<int> listen() override;
  int kill() override;
  const std::string& said() const override { return said_; }
  const RunStatus& run_status() const override { return *run_status_; }

private:
  const std::vector<WorkItem>& items_;
  const Interruption& interruption_;
  SharedRunStatus run_status_;
  std::unique_ptr<Child> process_;
  std::string said_;
};

/// Has a fork_server fork the process of an item. Another fork_server follows one that is gone.
class SerializedWorker : public Worker {
public:
  /// What all workers of a command know of each other.
  struct WorkerShared {
    const SerializedItems& items;
    ForkServers& fork_servers;
    std::set<std::size_t> unprepared = {}; ///< groups of which an item could not be prepared
  };

  /// Both must outlive the worker.
  SerializedWorker(WorkerShared& shared, const Interruption& interruption)
      : shared_(shared), interruption_(interruption), fork_server_(shared.fork_servers.take()) {}

  void start(std::size_t item) override;
  std::size_t group() const override { return has_starter() ? group_ : 0; }
  void watch(std::vector<pollfd>& polls) const override { fork_server_->watch(polls); }
  std::optional<int> listen() override;
  int kill() override { return fork_server_->kill(); }
  const std::string& said() const override { return fork_server_->said(); }
  const RunStatus& run_status() const override { return fork_server_->run_status(); }

private:
  bool has_starter() const { return fork_server_ && !fork_server_->is_gone(); }
  void begin();

  WorkerShared& shared_;
  const Interruption& interruption_;
  std::unique_ptr<ForkServer>
      fork_server_; ///< one that is gone stays for what it said, until there is another
  std::size_t item_ = 0;
  std::size_t group_ = 0; ///< with which the item was given
  bool is_second_try_ = false;
};

} // namespace malha
