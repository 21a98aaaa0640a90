// SPDX-License-Identifier: MIT
// Jobs that the queue policy does not see before the date that a release policy says.
#include "model.hpp"

namespace malha::cluster {

void Model::release_by(Releases releases) {
  releases_.emplace(releases);
  hold_back_without_limits();
}

/// Throws InputError if the job may have to start before a date that the release policy does not know.
void Model::check_release(const Job& job) const {
  const char* const has = !releases_                 ? nullptr
                          : job.deadline             ? "has a deadline"
                          : !job.reservation.empty() ? "is for a reservation"
                                                     : nullptr;
  if (has != nullptr)
    admission_.refuse("job " + std::to_string(job.id) + " " + has +
                      ", and may be released too late for it; valid: jobs without, or "
                      "policy.release=cluster/at_once");
}

void Model::ask_release(const QueuedJob& job) {
  if (releases_->need_walltimes() && job.walltime == never)
    throw InputError("job " + std::to_string(number_of(book_[job.handle].task)) +
                     " has no walltime, over which the policy of releases adds up what the job takes; valid: "
                     "jobs with walltimes, or a policy that needs none, such as cluster/wait_below");
  const Seconds date = releases_->of(job, date_);
  if (!(date > date_))
    return;
  wishes_->hold_until(job.id, date);
  book_.note_release(job.handle, date);
}

} // namespace malha::cluster
