// SPDX-License-Identifier: MIT
#include "trial.hpp"

#include "isolated.hpp"

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

namespace malha::conformance {
namespace {

Json to_json(const Tried& tried) {
  Json json{{"answers", tried.answers},
            {"calls", tried.calls},
            {"time", tried.time},
            {"is_like_twin", tried.is_like_twin}};
  if (tried.found)
    json["found"] = {tried.found->row, tried.found->sentence, tried.found->sequence, tried.found->view};
  return json;
}

Tried tried_of(const Json& json) {
  Tried tried;
  tried.answers = json.at("answers").get<std::vector<std::vector<Json>>>();
  tried.calls = json.at("calls");
  tried.time = json.at("time");
  tried.is_like_twin = json.at("is_like_twin");
  if (json.contains("found")) {
    const auto& found = json.at("found");
    tried.found = Found{found.at(0), found.at(1), found.at(2), found.at(3)};
  }
  return tried;
}

/// A process that is forked from this one, and does something before this one goes on. It begins with the
/// same memory as what comes next in this one.
class Twin {
public:
  explicit Twin(const std::function<std::string()>& work) : file_(memfd_create("malha-twin", 0)) {
    const pid_t process = file_ < 0 ? -1 : fork();
    if (process < 0)
      throw std::runtime_error(std::string("no process for a trial: ") + std::strerror(errno));
    if (process == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      const auto text = work();
      const bool is_written = write(file_, text.data(), text.size()) == static_cast<ssize_t>(text.size());
      _exit(is_written ? 0 : 1);
    }
    while (waitpid(process, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  ~Twin() { close(file_); }
  Twin(const Twin&) = delete;
  Twin& operator=(const Twin&) = delete;

  /// What it wrote; "" where something ended it.
  std::string said() const {
    std::string text(static_cast<std::size_t>(lseek(file_, 0, SEEK_END)), ' ');
    return pread(file_, text.data(), text.size(), 0) == static_cast<ssize_t>(text.size()) ? text : "";
  }

private:
  int file_;
};

/// The row of what was found; "": nothing.
std::string row_of(const Tried& tried) { return tried.found ? tried.found->row : ""; }

Tried tried_with_twin(const Trial& trial, const Watch& watch) {
  const Twin twin([&] { return to_json(ask(trial, watch)).dump(); });
  auto tried = ask(trial, watch);
  const auto said = Json::parse(twin.said(), nullptr, false);
  const auto other = said.is_object() ? tried_of(said) : Tried();
  tried.is_like_twin = said.is_object() && other.answers == tried.answers && row_of(other) == row_of(tried);
  return tried;
}

} // namespace

std::vector<Tried> try_out(const std::vector<Trial>& trials, const TrialLimits& limits) {
  std::vector<std::function<Json(const Watch&)>> works;
  for (const auto& trial : trials)
    works.emplace_back([&trial](const Watch& watch) {
      if (trial.shuffle > 0)
        shuffle_memory(trial.shuffle);
      return to_json(trial.has_twin ? tried_with_twin(trial, watch) : ask(trial, watch));
    });
  std::vector<Tried> all;
  for (const auto& ended : in_processes(works, limits)) {
    all.push_back(ended.said.is_null() ? Tried() : tried_of(ended.said));
    if (ended.found)
      all.back().found = ended.found;
  }
  return all;
}

} // namespace malha::conformance
