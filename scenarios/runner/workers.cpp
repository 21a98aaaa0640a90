// SPDX-License-Identifier: MIT
#include "workers.hpp"

#include <nlohmann/json.hpp>

#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstring>
#include <iostream>

namespace malha {
namespace {

using nlohmann::json;

struct Worker {
  pid_t process;
  int pipe;
  std::size_t item;
  std::string said;
};

json to_json(const Outcome& outcome) {
  json metrics = json::array();
  for (const auto& metric : outcome.metrics)
    metrics.push_back({metric.name, metric.value, metric.unit});
  return {{"status", static_cast<int>(outcome.status)},
          {"message", outcome.message},
          {"metrics", metrics},
          {"submitted", outcome.tasks_submitted},
          {"unfinished", outcome.tasks_unfinished}};
}

Outcome from_json(const json& said) {
  Outcome outcome{static_cast<Status>(said["status"].get<int>()),
                  said["message"],
                  {},
                  said["submitted"],
                  said["unfinished"]};
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
  } catch (const std::exception& error) {
    outcome = {Status::died, error.what(), {}, 0, 0};
  }
  write_all(pipe, to_json(outcome).dump(-1, ' ', false, json::error_handler_t::replace));
  _exit(0); // no destructors: plugins, actors and the engine end with the process
}

Worker start(const std::vector<WorkItem>& items, std::size_t item, const std::vector<Worker>& others) {
  int ends[2];
  if (pipe(ends) != 0)
    throw std::runtime_error(std::string("no pipe for a worker: ") + std::strerror(errno));
  std::cout.flush();
  std::cerr.flush();
  const pid_t process = fork();
  if (process < 0)
    throw std::runtime_error(std::string("no process for a worker: ") + std::strerror(errno));
  if (process == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL); // nobody would take the result of an orphan
    close(ends[0]);
    for (const auto& other : others)
      close(other.pipe);
    work_and_exit(items[item], ends[1]);
  }
  close(ends[1]);
  return {process, ends[0], item, {}};
}

/// False at the end of what the worker says.
bool listen_to(Worker& worker) {
  char buffer[65536];
  const auto bytes = read(worker.pipe, buffer, sizeof buffer);
  if (bytes > 0)
    worker.said.append(buffer, static_cast<std::size_t>(bytes));
  return bytes > 0 || (bytes < 0 && errno == EINTR);
}

Outcome end_of(const Worker& worker) {
  close(worker.pipe);
  int status = 0;
  while (waitpid(worker.process, &status, 0) < 0 && errno == EINTR) {
  }
  const json said = json::parse(worker.said, nullptr, false);
  if (said.is_object())
    return from_json(said);
  std::string how = WIFSIGNALED(status)
                        ? std::string("was killed by signal ") + std::to_string(WTERMSIG(status)) + " (" +
                              strsignal(WTERMSIG(status)) + ")"
                        : "ended with status " + std::to_string(WEXITSTATUS(status));
  return {Status::died, "its process " + how, {}, 0, 0};
}

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

} // namespace

Progress::Progress(std::size_t items)
    : items_(items), shown_(isatty(STDERR_FILENO) != 0), began_(seconds_now()) {
  show();
}

Progress::~Progress() {
  if (shown_)
    std::cerr << "\r\033[K" << std::flush;
}

void Progress::done() {
  ++done_;
  show();
}

void Progress::show() const {
  if (!shown_)
    return;
  std::cerr << "\r\033[K" << done_ << " of " << items_ << " runs";
  if (done_ > 0) {
    const double left =
        (seconds_now() - began_) / static_cast<double>(done_) * static_cast<double>(items_ - done_);
    std::cerr << ", about " << std::ceil(left) << " s left";
  }
  std::cerr << std::flush;
}

void run_workers(const std::vector<WorkItem>& items, int workers,
                 const std::function<void(std::size_t, const Outcome&)>& finished) {
  std::vector<Worker> running;
  for (std::size_t next = 0; next < items.size() || !running.empty();) {
    while (next < items.size() && running.size() < static_cast<std::size_t>(workers))
      running.push_back(start(items, next++, running));
    std::vector<pollfd> polls;
    for (const auto& worker : running)
      polls.push_back({worker.pipe, POLLIN, 0});
    if (poll(polls.data(), polls.size(), -1) < 0)
      continue;
    for (std::size_t i = running.size(); i-- > 0;)
      if (polls[i].revents != 0 && !listen_to(running[i])) {
        const Worker ended = std::move(running[i]);
        running.erase(running.begin() + static_cast<std::ptrdiff_t>(i));
        finished(ended.item, end_of(ended));
      }
  }
}

} // namespace malha
