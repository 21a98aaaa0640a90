// SPDX-License-Identifier: MIT
#include "session.hpp"

#include "isolated.hpp"
#include "opened_plugin.hpp"

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

namespace malha::conformance {
namespace {

Json to_json(const SessionResult& result) {
  Json json{{"answers", result.answers},
            {"calls", result.calls},
            {"time", result.time},
            {"is_like_twin", result.is_like_twin}};
  if (result.found)
    json["found"] = {result.found->row, result.found->sentence, result.found->sequence, result.found->view};
  return json;
}

SessionResult result_of(const Json& json) {
  SessionResult result;
  result.answers = json.at("answers").get<std::vector<std::vector<Json>>>();
  result.calls = json.at("calls");
  result.time = json.at("time");
  result.is_like_twin = json.at("is_like_twin");
  if (json.contains("found")) {
    const auto& found = json.at("found");
    result.found = Found{found.at(0), found.at(1), found.at(2), found.at(3)};
  }
  return result;
}

/// A process that is forked from this one, and does something before this one goes on. It begins with the
/// same memory as what comes next in this one.
class Twin {
public:
  explicit Twin(const std::function<std::string()>& work) : file_(memfd_create("malha-twin", 0)) {
    const pid_t process = file_ < 0 ? -1 : fork();
    if (process < 0)
      throw std::runtime_error(std::string("no process for a session: ") + std::strerror(errno));
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
std::string row_of(const SessionResult& result) { return result.found ? result.found->row : ""; }

SessionResult result_with_twin(const Session& session, const Watch& watch) {
  const Twin twin([&] { return to_json(ask(session, watch)).dump(); });
  auto result = ask(session, watch);
  const auto said = Json::parse(twin.said(), nullptr, false);
  const auto other = said.is_object() ? result_of(said) : SessionResult();
  result.is_like_twin =
      said.is_object() && other.answers == result.answers && row_of(other) == row_of(result);
  return result;
}

} // namespace

Session with_policy(Session session) {
  if (is_elsewhere(session.plugin))
    session.policy = static_cast<const PolicyDescriptor*>(opened(session.plugin).contents);
  return session;
}

std::vector<SessionResult> run_sessions(const std::vector<Session>& sessions, const SessionLimits& limits) {
  std::vector<std::function<Json(const Watch&)>> works;
  for (const auto& session : sessions)
    works.emplace_back([&session](const Watch& watch) {
      if (session.shuffle > 0)
        shuffle_memory(session.shuffle);
      const auto known = with_policy(session);
      return to_json(known.has_twin ? result_with_twin(known, watch) : ask(known, watch));
    });
  std::vector<SessionResult> all;
  for (const auto& ended : in_processes(works, limits)) {
    all.push_back(ended.said.is_null() ? SessionResult() : result_of(ended.said));
    if (ended.found)
      all.back().found = ended.found;
  }
  return all;
}

} // namespace malha::conformance
