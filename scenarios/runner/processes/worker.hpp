// SPDX-License-Identifier: MIT
#pragma once
#include "real_time.hpp"
#include "workers.hpp"

#include <set>

namespace malha {

/// Works on items one after the other, each in a process of its own. Its processes die with this one.
class Worker {
public:
  virtual ~Worker() = default; ///< kills the running process, and waits for its end

  virtual void start(std::size_t item) = 0;
  /// The real time at which work on the item started, or started again.
  Seconds begun() const { return begun_; }
  /// The group of the last item, whose preparation is kept; 0: none.
  virtual std::size_t group() const { return 0; }

  /// Adds to `polls` what to wait for while an item is being worked on.
  virtual void watch(std::vector<pollfd>& polls) const = 0;
  /// Receives the output of the item's process. Returns its status of `waitpid`, once it has ended.
  virtual std::optional<int> receive() = 0;
  /// Kills the item's process. Returns its status of `waitpid`.
  virtual int kill() = 0;
  /// What the last item's process has sent.
  virtual const std::string& received() const = 0;
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
  std::optional<int> receive() override;
  int kill() override;
  const std::string& received() const override { return received_; }
  const RunStatus& run_status() const override { return *run_status_; }

private:
  const std::vector<WorkItem>& items_;
  const Interruption& interruption_;
  SharedRunStatus run_status_;
  std::unique_ptr<Child> process_;
  std::string received_;
};

/// Lets a fork server fork the process of an item. A fork server that has ended is replaced.
class SerializedWorker : public Worker {
public:
  /// State shared by all workers of a command.
  struct WorkerShared {
    const SerializedItems& items;
    ForkServers& fork_servers;
    std::set<std::size_t> unprepared = {}; ///< groups of which an item could not be prepared
  };

  /// Both must outlive the worker.
  SerializedWorker(WorkerShared& shared, const Interruption& interruption)
      : shared_(shared), interruption_(interruption), fork_server_(shared.fork_servers.take()) {}
  ~SerializedWorker() override;

  void start(std::size_t item) override;
  std::size_t group() const override { return has_fork_server() ? group_ : 0; }
  void watch(std::vector<pollfd>& polls) const override { fork_server_->watch(polls); }
  std::optional<int> receive() override;
  int kill() override { return fork_server_->kill(); }
  const std::string& received() const override { return fork_server_->received(); }
  const RunStatus& run_status() const override { return fork_server_->run_status(); }

private:
  bool has_fork_server() const { return fork_server_ && !fork_server_->is_gone(); }
  void begin();

  WorkerShared& shared_;
  const Interruption& interruption_;
  std::unique_ptr<ForkServer>
      fork_server_; ///< one that has ended keeps what it received, until it is replaced
  std::size_t item_ = 0;
  std::size_t group_ = 0; ///< with which the item was given
  bool is_second_try_ = false;
};

} // namespace malha
