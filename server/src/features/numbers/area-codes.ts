/**
 * The area codes of the North American Numbering Plan in service or assigned, by state, province, territory or
 * country, after the lists of the plan's administrator (nanpa.com, cnac.ca), as of 2026.
 */
const codesByRegion = `
Alabama 205 251 256 334 483 659 938
Alaska 907
Arizona 480 520 602 623 928
Arkansas 327 479 501 870
California 209 213 279 310 323 341 350 357 369 408 415 424 442 510 530 559 562 619 626 628 650 657 661 669 707 714 738 747 760 805 818 820 831 837 840 858 909 916 925 949 951
Colorado 303 719 720 748 970 983
Connecticut 203 475 860 959
Delaware 302
District of Columbia 202 771
Florida 239 305 321 324 352 386 407 448 561 645 656 689 727 728 754 772 786 813 850 863 904 941 954
Georgia 229 404 470 478 678 706 762 770 912 943
Hawaii 808
Idaho 208 986
Illinois 217 224 309 312 331 447 464 618 630 708 730 773 779 815 847 861 872
Indiana 219 260 317 463 574 765 812 930
Iowa 319 515 563 641 712
Kansas 316 620 785 913
Kentucky 270 364 502 606 859
Louisiana 225 318 337 457 504 985
Maine 207
Maryland 227 240 301 410 443 667
Massachusetts 339 351 413 508 617 774 781 857 978
Michigan 231 248 269 313 517 586 616 679 734 810 906 947 989
Minnesota 218 320 507 612 651 763 924 952
Mississippi 228 471 601 662 769
Missouri 235 314 417 557 573 636 660 816 975
Montana 406
Nebraska 308 402 531
Nevada 702 725 775
New Hampshire 603
New Jersey 201 551 609 640 732 848 856 862 908 973
New Mexico 505 575
New York 212 315 329 332 347 363 516 518 585 607 624 631 646 680 716 718 838 845 914 917 929 934
North Carolina 252 336 472 704 743 828 910 919 980 984
North Dakota 701
Ohio 216 220 234 283 326 330 380 419 436 440 513 567 614 740 937
Oklahoma 405 539 572 580 918
Oregon 458 503 541 971
Pennsylvania 215 223 267 272 412 445 484 570 582 610 717 724 814 835 878
Rhode Island 401
South Carolina 803 821 839 843 854 864
South Dakota 605
Tennessee 423 615 629 729 731 865 901 931
Texas 210 214 254 281 325 346 361 409 430 432 469 512 621 682 713 726 737 806 817 830 832 903 915 936 940 945 956 972 979
Utah 385 435 801
Vermont 802
Virginia 276 434 540 571 686 703 757 804 826 948
Washington 206 253 360 425 509 564
West Virginia 304 681
Wisconsin 262 274 353 414 534 608 715 920
Wyoming 307
American Samoa 684
Guam 671
Northern Mariana Islands 670
Puerto Rico 787 939
U.S. Virgin Islands 340
Alberta 368 403 587 780 825
British Columbia 236 250 257 604 672 778
Manitoba 204 431 584
New Brunswick 428 506
Newfoundland and Labrador 709 879
Nova Scotia and Prince Edward Island 782 902
Ontario 226 249 289 343 365 382 416 437 519 548 613 647 683 705 742 753 807 905 942
Quebec 263 273 354 367 418 438 450 468 514 579 581 819 873
Saskatchewan 306 474 639
Northern Canada 867
Canada 600 622 633 644 655 677 688
Anguilla 264
Antigua and Barbuda 268
Bahamas 242
Barbados 246
Bermuda 441
British Virgin Islands 284
Cayman Islands 345
Dominica 767
Dominican Republic 809 829 849
Grenada 473
Jamaica 658 876
Montserrat 664
Saint Kitts and Nevis 869
Saint Lucia 758
Saint Vincent and the Grenadines 784
Sint Maarten 721
Trinidad and Tobago 868
Turks and Caicos Islands 649
Toll-free 800 833 844 855 866 877 888
Premium rate 900
Personal number 500 521 522 523 524 525 526 527 528 529 533 532 538 542 543 544 545 546 547 549 550 552 553 554 556 566 569 577 578 588 589
United States government 710
`;

const regions: ReadonlyMap<string, string> = new Map(
  codesByRegion
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [region = '', codes = ''] = line.split(/ (?=\d)(.*)/);
      return codes.split(' ').map((code) => [code, region] as const);
    }),
);

/** The state or region of a North American area code; `{code} Area` where the plan has given it to nobody (NUM-1). */
export function areaOfCode(code: string): string {
  return regions.get(code) ?? `${code} Area`;
}
