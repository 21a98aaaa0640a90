// SPDX-License-Identifier: MIT
#pragma once
#include "batsim_kept.hpp"

#include <map>

namespace malha::batsim {

/// What a job does on each of its resources.
struct Load {
  Seconds delay = 0; ///< sum of its delays
  Flops work = 0;
  Bytes exchange = 0; ///< bytes that it exchanges with each of the others
  bool has_delay = false, gives_work = false;
  bool is_scaled = false; ///< its delays are run times at the reference speed
};

/// The profiles of a file, in the words of Batsim 1 to 5. A profile is read when the first job has it. So an
/// error belongs to that job, and a profile that cannot be run matters only where a job has it.
class Profiles {
public:
  /// The profiles must outlive this object. Throws InputError, which names `file`, unless they are a JSON
  /// object.
  Profiles(const std::string& file, const json& profiles, Kept& kept);

  /// The work of the profile of the job on this number of resources. Throws InputError on a profile that is
  /// damaged, does not fit the job, or cannot be run by Malha.
  const Load& load_of(const Fields& job, int resources);
  /// Keeps the fields of the job's profile that have no effect.
  void keep_unknown(const Fields& job, Job& read);

private:
  using Place = json::const_iterator;
  /// A profile as it is read for a job.
  struct Reading {
    const Fields& job;
    Place profile;
    int resources;
    int depth; ///< number of profiles in which it lies
  };

  Place place_of(const Fields& job, const std::string& name) const;
  const Load& load_of(const Reading& reading);
  Load read(const Reading& reading);
  Load sequence(const Fields& fields, const Reading& reading);
  void find_unknown(const Fields& fields, const Place& profile, const std::vector<std::string>& known,
                    bool is_part);

  const json& profiles_;
  Kept& kept_;
  std::map<std::pair<const json*, int>, Load> loads_;       ///< by profile and resources
  std::map<const json*, std::vector<std::string>> unknown_; ///< names of fields without effect, by profile
};

} // namespace malha::batsim
