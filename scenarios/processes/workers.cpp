// SPDX-License-Identifier: MIT
#include "workers.hpp"

#include "interruption.hpp"
#include "policies/sdk/numbers.hpp"
#include "real_time.hpp"
#include "results/files.hpp"

#include <nlohmann/json.hpp>

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iostream>

namespace malha {
namespace {

using nlohmann::json;

struct Worker {
  pid_t process;
  int pipe;
  std::size_t item;
  Seconds deadline;
  LastWords* last_words; ///< shared with the process
  std::string said;
};

LastWords* shared_last_words() {
  void* memory = mmap(nullptr, sizeof(LastWords), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    throw std::runtime_error(std::string("no memory for a worker: ") + std::strerror(errno));
  return new (memory) LastWords;
}

json to_json(const Outcome& outcome) {
  json metrics = json::array();
  for (const auto& metric : outcome.metrics)
    metrics.push_back({metric.name, metric.value, metric.unit});
  return {{"status", static_cast<int>(outcome.status)},
          {"message", outcome.message},
          {"metrics", metrics},
          {"submitted", outcome.tasks_submitted},
          {"unfinished", outcome.tasks_unfinished},
          {"cannot_write", outcome.cannot_write}};
}

Outcome from_json(const json& said) {
  Outcome outcome{static_cast<Status>(said["status"].get<int>()),
                  said["message"],
                  {},
                  said["submitted"],
                  said["unfinished"],
                  said["cannot_write"]};
  for (const auto& metric : said["metrics"])
    outcome.metrics.push_back({metric[0], metric[1], metric[2]});
  return outcome;
}

void write_all(int file, const std::string& text) {
  for (std::size_t written = 0; written < text.size();) {
    const auto bytes = write(file, text.data() + written, text.size() - written);
    if (bytes < 0 && errno != EINTR)
      return;
    written += bytes > 0 ? static_cast<std::size_t>(bytes) : 0;
  }
}

[[noreturn]] void work_and_exit(const WorkItem& item, int pipe) {
  Outcome outcome;
  try {
    outcome = item.work();
  } catch (const InputError& error) {
    outcome = {Status::bad_input, error.what(), {}, 0, 0};
  } catch (const CannotWrite& error) {
    outcome = {Status::died, error.what(), {}, 0, 0, true};
  } catch (const std::filesystem::filesystem_error& error) {
    outcome = {Status::died, sentence_of(error), {}, 0, 0};
  } catch (const std::exception& error) {
    outcome = {Status::died, error.what(), {}, 0, 0};
  }
  write_all(pipe, to_json(outcome).dump(-1, ' ', false, json::error_handler_t::replace));
  _exit(0); // no destructors: plugins, actors and the engine end with the process
}

/// The processes at work. Those that are left when it goes are killed.
class Pool {
public:
  Pool(const std::vector<WorkItem>& items, const WorkLimits& limits) : items_(items), limits_(limits) {}
  ~Pool();
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  bool is_full() const { return running_.size() >= static_cast<std::size_t>(limits_.workers); }
  bool is_empty() const { return running_.empty(); }
  void start(std::size_t item);
  /// Waits for whatever comes first, or so long; the workers that have ended leave the pool.
  std::vector<std::pair<std::size_t, Outcome>> wait(Seconds most);
  std::vector<RunningItem> running() const;

private:
  Outcome end_of(const Worker& worker) const;

  const std::vector<WorkItem>& items_;
  const WorkLimits& limits_;
  Interruption interruption_;
  std::vector<Worker> running_;
};

void Pool::start(std::size_t item) {
  int ends[2];
  if (pipe(ends) != 0)
    throw std::runtime_error(std::string("no pipe for a worker: ") + std::strerror(errno));
  std::cout.flush();
  std::cerr.flush();
  auto* words = shared_last_words();
  const pid_t parent = getpid();
  const pid_t process = fork();
  if (process < 0)
    throw std::runtime_error(std::string("no process for a worker: ") + std::strerror(errno));
  if (process == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL); // nobody would take the result of an orphan
    if (getppid() != parent)
      _exit(0);
    last_words = words;
    interruption_.leave_to_parent();
    close(ends[0]);
    for (const auto& other : running_)
      close(other.pipe);
    work_and_exit(items_[item], ends[1]);
  }
  close(ends[1]);
  running_.push_back({process, ends[0], item, real_time_now() + limits_.time_limit, words, {}});
}

/// False at the end of what the worker says.
bool listen_to(Worker& worker) {
  char buffer[65536];
  const auto bytes = read(worker.pipe, buffer, sizeof buffer);
  if (bytes > 0)
    worker.said.append(buffer, static_cast<std::size_t>(bytes));
  return bytes > 0 || (bytes < 0 && errno == EINTR);
}

int wait_for(const Worker& worker) {
  close(worker.pipe);
  int status = 0;
  while (waitpid(worker.process, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

Pool::~Pool() {
  for (const auto& worker : running_)
    kill(worker.process, SIGKILL);
  for (const auto& worker : running_) {
    wait_for(worker);
    munmap(worker.last_words, sizeof(LastWords));
  }
}

Outcome Pool::end_of(const Worker& worker) const {
  const int status = wait_for(worker);
  const json said = json::parse(worker.said, nullptr, false);
  if (said.is_object())
    return from_json(said);
  std::string simgrid_said;
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT)
    simgrid_said = worker.last_words->simgrid_said();
  std::string how = "its process ended with status " + std::to_string(WEXITSTATUS(status));
  if (real_time_now() >= worker.deadline)
    how = "was killed: it took longer than --time-limit " + shortest(limits_.time_limit) + " s";
  else if (!simgrid_said.empty())
    how = "SimGrid aborted: " + simgrid_said;
  else if (WIFSIGNALED(status))
    how = "its process was killed by signal " + std::to_string(WTERMSIG(status)) + " (" +
          strsignal(WTERMSIG(status)) + ")";
  if (const auto policy = worker.last_words->policy(); !policy.empty())
    how += " while it asked policy '" + policy + "'";
  Outcome outcome{Status::died, how, {}, 0, 0};
  if (const auto input = worker.last_words->input_looked_at();
      WIFSIGNALED(status) && WTERMSIG(status) != SIGKILL && !input.empty())
    outcome = {Status::bad_input, input + ": " + how, {}, 0, 0};
  outcome.simgrid_said = simgrid_said;
  return outcome;
}

std::vector<RunningItem> Pool::running() const {
  std::vector<RunningItem> items;
  for (const auto& worker : running_)
    items.push_back({worker.item, worker.last_words->share_done()});
  return items;
}

std::vector<std::pair<std::size_t, Outcome>> Pool::wait(Seconds most) {
  std::vector<pollfd> polls;
  Seconds deadline = std::numeric_limits<Seconds>::infinity();
  for (const auto& worker : running_) {
    polls.push_back({worker.pipe, POLLIN, 0});
    deadline = std::min(deadline, worker.deadline);
  }
  interruption_.wait(polls, std::clamp(deadline - real_time_now(), 0.0, most));
  std::vector<std::pair<std::size_t, Outcome>> ended;
  for (std::size_t i = running_.size(); i-- > 0;) {
    const bool overdue = real_time_now() >= running_[i].deadline;
    if (overdue)
      kill(running_[i].process, SIGKILL);
    if (!overdue && (polls[i].revents == 0 || listen_to(running_[i])))
      continue;
    const Worker worker = std::move(running_[i]);
    running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
    ended.emplace_back(worker.item, end_of(worker));
    munmap(worker.last_words, sizeof(LastWords));
  }
  return ended;
}

} // namespace

int run_workers(const std::vector<WorkItem>& items, const WorkLimits& limits,
                const std::function<void(std::size_t, const Outcome&)>& finished,
                const std::function<void(const std::vector<RunningItem>&)>& watch) {
  constexpr Seconds between_looks = 0.5;
  Pool pool(items, limits);
  for (std::size_t next = 0; next < items.size() || !pool.is_empty();) {
    while (next < items.size() && !pool.is_full())
      pool.start(next++);
    for (const auto& [item, outcome] : pool.wait(watch ? between_looks : 1e6))
      finished(item, outcome);
    if (watch)
      watch(pool.running());
    if (Interruption::received() != 0)
      return Interruption::received();
  }
  return 0;
}

void end_by_signal(int signal) {
  std::signal(signal, SIG_DFL);
  std::raise(signal);
  std::_Exit(128 + signal); // where the signal is ignored
}

} // namespace malha
