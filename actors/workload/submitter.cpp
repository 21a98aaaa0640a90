// SPDX-License-Identifier: MIT
#include "actors/model/submission.hpp"
#include "actors/runtime/simgrid/mailbox.hpp"
#include "actors/runtime/simgrid/s4u.hpp"

namespace malha {
namespace {

/// The times between submissions: their mean, and how dense they lie around one of them.
class Gaps {
public:
  explicit Gaps(const Parameters& parameters)
      : at_(parameters.real("gap_at")), width_(parameters.real("gap_width")) {}

  bool has_width() const { return width_ > 0; }

  void submitted(Seconds date) {
    if (submissions_++ == 0) {
      first_ = date;
    } else {
      const Seconds gap = date - last_;
      near_ += gap >= at_ - width_ / 2 && gap < at_ + width_ / 2;
    }
    last_ = date;
  }

  void measure(Recorder& recorder) const {
    if (submissions_ < 2)
      return;
    const auto gaps = static_cast<double>(submissions_ - 1);
    recorder.count("mean_gap", (last_ - first_) / gaps);
    if (has_width())
      recorder.count("gap_density", static_cast<double>(near_) / gaps / width_);
  }

private:
  Seconds at_, width_;
  Seconds first_ = 0, last_ = 0;
  std::int64_t submissions_ = 0;
  std::int64_t near_ = 0; ///< gaps
};

/// Sends each job of the workload, at its date of submission, to the actor where jobs enter. Under instant
/// transport that actor reads the workload itself. Then the submitter measures the gaps only if it is asked
/// for their density.
class Submitter : public Actor {
public:
  explicit Submitter(ActorContext& context)
      : context_(context), entry_(context, context.simulation().entry()),
        description_(context.parameters().real("description")), gaps_(context.parameters()) {
    if (context.simulation().peers(context.self().descriptor->name).size() > 1)
      throw InputError("there is more than one; valid: one, since all would submit the same jobs");
    if (!is_active() && gaps_.has_width())
      context.simulation().on_job([this](const Job& job) { gaps_.submitted(job.submitted); });
  }

  bool is_active() const final { return context_.simulation().transport() == Transport::network; }

  void run() override {
    auto& simulation = context_.simulation();
    while (const Job* next = simulation.workload().peek()) {
      simgrid::s4u::this_actor::sleep_until(next->submitted);
      entry_.send(Submission{simulation.take_job(), description_});
      gaps_.submitted(simgrid::s4u::Engine::get_clock());
    }
    entry_.send(LastSubmission{});
  }

  void measure(Seconds) override { gaps_.measure(context_.simulation().recorder()); }

private:
  ActorContext& context_;
  Address<EntryMessage, std::variant<Submission, LastSubmission>> entry_;
  Bytes description_;
  Gaps gaps_;
};

} // namespace

MALHA_ACTOR(
    describe<Submitter>("workload/submitter",
                        "sends each job, at its date of submission, to the actor where jobs enter",
                        "docs/architecture.md, Time")
        .takes({real("description", 1024, between(0, 1e15), "B", "size of the message that brings a job"),
                real("gap_at", 0, at_least(0), "s",
                     "the time between submissions at which gap_density is measured"),
                real("gap_width", 0, at_least(0), "s",
                     "width of the interval that counts for it; 0: it is not measured")})
        .measures({{"mean_gap", "s",
                    "mean time between submissions of jobs, under transport=network or with gap_width", true},
                   {"gap_density", "1/s", "share of these times around gap_at / gap_width", true}})
        .keeps_host())

} // namespace malha
