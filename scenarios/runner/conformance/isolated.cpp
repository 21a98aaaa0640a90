// SPDX-License-Identifier: MIT
#include "isolated.hpp"

#include "guard.hpp"
#include "policies/sdk/errors.hpp"
#include "scenarios/runner/processes/workers.hpp"

#include <sys/mman.h>
#include <sys/resource.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <new>

namespace malha::conformance {
namespace {

/// A place that child processes share.
class SharedPlace {
public:
  SharedPlace() {
    void* memory = mmap(nullptr, sizeof(Place), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
      throw std::runtime_error(std::string("no memory for a session: ") + std::strerror(errno));
    place_ = new (memory) Place;
  }
  ~SharedPlace() { munmap(place_, sizeof(Place)); }
  SharedPlace(const SharedPlace&) = delete;
  SharedPlace& operator=(const SharedPlace&) = delete;

  Place& operator*() const { return *place_; }

private:
  Place* place_;
};

/// What ended a process, in words.
Found end_of(const Place& place, const Outcome& outcome, Seconds limit) {
  std::string when;
  if (place.stage == Place::opens)
    when = " while it is opened";
  else if (place.stage == Place::makes)
    when = " while it is made";
  else if (place.stage == Place::destroys)
    when = " while it is destroyed";
  auto sentence = outcome.message;
  if (place.end == Place::computes)
    sentence = "it does not answer within " + shortest(limit) + " s of computing";
  else if (place.end == Place::waits)
    sentence = "it does not answer: it waits and does not compute, for more than " + shortest(limit) + " s";
  else if (place.end == Place::stops)
    sentence = "its process was stopped";
  else if (place.is_guarded && outcome.message.rfind("its process", 0) == 0) // its guard was no more
    sentence = "it ends or stops the process that has started it";
  return {"ends", sentence + when, place.sequence, place.view};
}

/// A plugin gets so much memory, and may write so much: then it is told, or ended, before the machine
/// suffers.
void limit_resources() {
#ifndef __SANITIZE_ADDRESS__ // which takes addresses by the terabyte
  constexpr rlim_t memory = rlim_t{4} << 30;
  const rlimit most_memory{memory, memory};
  setrlimit(RLIMIT_AS, &most_memory);
#endif
  constexpr rlim_t written = rlim_t{64} << 20;
  const rlimit most_written{written, written};
  setrlimit(RLIMIT_FSIZE, &most_written);
  std::signal(SIGXFSZ, SIG_DFL);
}

Outcome work_watched(const std::function<Json(const Watch&)>& work, Place& place,
                     const SessionLimits& limits) {
  limit_resources();
  CapturedOutput output(limits.captures_output);
  Alarm alarm(place, limits.time);
  Json said;
  try {
    said["said"] = work({place, alarm, output});
  } catch (const Flaw& flaw) {
    said["found"] = {flaw.kind, flaw.what()};
  }
  Alarm::clear();
  Outcome outcome;
  outcome.message = said.dump(-1, ' ', false, Json::error_handler_t::replace);
  return outcome;
}

} // namespace

std::vector<Ended> in_processes(const std::vector<std::function<Json(const Watch&)>>& works,
                                const SessionLimits& limits) {
  std::vector<Ended> all(works.size());
  const std::vector<SharedPlace> places(works.size());
  std::vector<WorkItem> items;
  for (std::size_t i = 0; i < works.size(); ++i)
    items.push_back({"session", [&works, &places, &limits, i] {
                       const auto work = [&] { return work_watched(works[i], *places[i], limits); };
                       return guarded(work, *places[i], limits.time);
                     }});
  const auto finished = [&](std::size_t i, const Outcome& outcome) {
    if (outcome.status == Status::bad_input)
      throw InputError(outcome.message);
    if (outcome.status != Status::done) {
      all[i].found = end_of(*places[i], outcome, limits.time);
      return;
    }
    const auto said = Json::parse(outcome.message);
    if (said.contains("found"))
      all[i].found = Found{said["found"][0], said["found"][1], (*places[i]).sequence, (*places[i]).view};
    else if ((*places[i]).orphans > 0)
      all[i].found = Found{"ends", "it leaves behind a process that it has started", 0, (*places[i]).view};
    else
      all[i].said = said["said"];
  };
  WorkLimits workers;
  workers.workers = limits.workers;
  if (const int signal = run_workers(items, workers, finished); signal != 0)
    end_by_signal(signal);
  return all;
}

} // namespace malha::conformance
